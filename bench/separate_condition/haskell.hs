-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-qm
module Main (main) where

import Control.Concurrent
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

-- Who takes the variable out of its parity's place puts it into the other's.
worker :: MVar Int -> MVar Int -> Int -> MVar () -> IO ()
worker mine other times end = do
  replicateM_ times $ do
    value <- takeMVar mine
    putMVar other $! value + 1
  putMVar end ()

run :: Int -> Int -> IO Int
run n times = do
  evens <- newMVar 0
  odds <- newEmptyMVar
  ends <- replicateM n $ do
    one <- newEmptyMVar
    two <- newEmptyMVar
    _ <- forkIO (worker evens odds times one)
    _ <- forkIO (worker odds evens times two)
    return [one, two]
  mapM_ takeMVar (concat ends)
  takeMVar evens

main :: IO ()
main = do
  [p, n, times] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run n (times `div` 10)
  start <- getMonotonicTimeNSec
  result <- run n times
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (2 * n * times) :: Double) result
