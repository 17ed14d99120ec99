import type { UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from '../data/api/api-error.ts'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'

/** Whose card or photo it is. */
export type CardOwner = { netId: number } | { deviceId: number }

/** What is noted of a network or a device. */
export const cardQuestion = (of: CardOwner): UseQueryOptions<AnswerOf<'cards', 'net'>, ApiError> =>
  ('netId' in of ? apiQuery('cards', 'net', of) : apiQuery('cards', 'device', of)) as UseQueryOptions<
    AnswerOf<'cards', 'net'>,
    ApiError
  >

export const photoQuestion = (of: CardOwner): UseQueryOptions<AnswerOf<'cards', 'netPhoto'>, ApiError> =>
  'netId' in of ? apiQuery('cards', 'netPhoto', of) : apiQuery('cards', 'devicePhoto', of)
