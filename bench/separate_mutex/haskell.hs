-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-A16m
module Main (main) where

import Control.Concurrent
import Control.Concurrent.STM
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

-- On one processor a variable that is taken and put back is the fastest; on several, those who wait for it move
-- from one to the other, and transactions are.
withVariable, withTransactions :: Int -> Int -> IO Int
withVariable n times = do
  counter <- newMVar 0
  workers n $ \end ->
    let go :: Int -> IO ()
        go 0 = putMVar end ()
        go left = do
          value <- takeMVar counter
          putMVar counter $! value + 1
          go (left - 1)
     in go times
  takeMVar counter
withTransactions n times = do
  counter <- newTVarIO 0
  workers n $ \end -> do
    replicateM_ times $ atomically $ modifyTVar' counter (+ 1)
    putMVar end ()
  readTVarIO counter

workers :: Int -> (MVar () -> IO ()) -> IO ()
workers n work = do
  ends <- replicateM n newEmptyMVar
  forM_ ends $ forkIO . work
  mapM_ takeMVar ends

run :: Int -> Int -> Int -> IO Int
run 1 = withVariable
run _ = withTransactions

main :: IO ()
main = do
  [p, n, times] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run p n (times `div` 10)
  start <- getMonotonicTimeNSec
  result <- run p n times
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (n * times) :: Double) result
