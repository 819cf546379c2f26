-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-A64m
module Main (main) where

import Control.Concurrent
import Control.Concurrent.STM
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

producer :: TQueue Int -> Int -> Int -> IO ()
producer queue first items = forM_ [first .. first + items - 1] $ atomically . writeTQueue queue

consumer :: TQueue Int -> Int -> MVar Int -> IO ()
consumer queue items result = go items 0
  where
    go :: Int -> Int -> IO ()
    go 0 s = putMVar result s
    go left s = do
      item <- atomically (readTQueue queue)
      go (left - 1) $! s + item

run :: Int -> Int -> IO Int
run n items = do
  queue <- newTQueueIO
  forM_ [0 .. n - 1] $ \p -> forkIO (producer queue (p * items) items)
  sums <- replicateM n newEmptyMVar
  forM_ sums $ forkIO . consumer queue items
  sum <$> mapM takeMVar sums

main :: IO ()
main = do
  [p, n, items] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run n (items `div` 10)
  start <- getMonotonicTimeNSec
  result <- run n items
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (n * items) :: Double) result
