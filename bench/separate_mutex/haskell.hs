-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-A16m
module Main (main) where

import Control.Concurrent
import Control.Concurrent.STM
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

worker :: TVar Int -> Int -> MVar () -> IO ()
worker counter times end = do
  replicateM_ times $ atomically $ modifyTVar' counter (+ 1)
  putMVar end ()

run :: Int -> Int -> IO Int
run n times = do
  counter <- newTVarIO 0
  ends <- replicateM n newEmptyMVar
  forM_ ends $ forkIO . worker counter times
  mapM_ takeMVar ends
  readTVarIO counter

main :: IO ()
main = do
  [p, n, times] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run n (times `div` 10)
  start <- getMonotonicTimeNSec
  result <- run n times
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (n * times) :: Double) result
