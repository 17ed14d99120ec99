import { Refusal } from '@busbar/wire/server'

/** Refuses for now and says when to try again. */
export const tooManyRequests = (waitMs: number, why = 'Too many requests'): Refusal => {
  const waitSec = Math.ceil(waitMs / 1000)
  return new Refusal('TooManyRequests', `${why}; try again in ${waitSec} s.`, { 'retry-after': String(waitSec) })
}
