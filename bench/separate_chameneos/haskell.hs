-- SPDX-License-Identifier: MIT
-- options: -with-rtsopts=-qm
module Main (main) where

import Control.Concurrent
import Control.Monad
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import Text.Printf (printf)

data Creature = Creature {number :: !Int, colour :: !Int, partner :: !(MVar Creature)}

-- How many meetings are left, and who waits.
data Place = Empty !Int | Waits !Int !Creature

complement :: Int -> Int -> Int
complement a b = if a == b then a else 3 - a - b

live :: MVar Place -> MVar Int -> Creature -> IO ()
live place end = go 0 0
  where
    go :: Int -> Int -> Creature -> IO ()
    go met same me = do
      found <- takeMVar place
      case found of
        Empty 0 -> putMVar place found >> putMVar end (met + 1000000000 * same)
        Empty left -> putMVar place (Waits left me) >> takeMVar (partner me) >>= meet
        Waits left other -> putMVar place (Empty (left - 1)) >> putMVar (partner other) me >> meet other
      where
        meet other =
          go (met + 1) (if number other == number me then same + 1 else same) $
            me {colour = complement (colour me) (colour other)}

game :: Int -> Int -> IO Int
game n meetings = do
  place <- newMVar (Empty meetings)
  ends <- forM [0 .. n - 1] $ \i -> do
    end <- newEmptyMVar
    mine <- newEmptyMVar
    _ <- forkIO (live place end (Creature i (i `mod` 3) mine))
    return end
  sum <$> mapM takeMVar ends

run :: Int -> IO Int
run meetings = (+) <$> game 3 meetings <*> game 10 meetings

main :: IO ()
main = do
  [p, meetings] <- map read <$> getArgs
  setNumCapabilities p
  _ <- run (meetings `div` 10)
  start <- getMonotonicTimeNSec
  result <- run meetings
  end <- getMonotonicTimeNSec
  printf "value %.4f\ncheck %d\n" (fromIntegral (end - start) / fromIntegral (2 * meetings) :: Double) result
