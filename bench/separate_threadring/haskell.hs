-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-qm
module Main (main) where

import Control.Concurrent
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

-- When the token has come to its end it goes round once more, and each member with it.
member :: Int -> MVar Int -> (Int, MVar Int, MVar Int) -> IO ()
member n final (number, from, to) = go
  where
    go = do
      token <- takeMVar from
      when (token == 0) $ putMVar final number
      when (token > 1 - n) $ putMVar to $! token - 1
      when (token > 0) go

run :: Int -> Int -> IO Int
run n passes = do
  final <- newEmptyMVar
  places <- replicateM n newEmptyMVar
  forM_ (zip3 [1 ..] places (tail places ++ [head places])) $ forkIO . member n final
  putMVar (head places) passes
  takeMVar final

main :: IO ()
main = do
  [p, n, passes] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run n (passes `div` 10)
  start <- getMonotonicTimeNSec
  result <- run n passes
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (passes) :: Double) result
