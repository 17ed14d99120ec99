import type { AnswerOf } from '../data/api/api-query.ts'

/** A key that was just made, by the name that it was given. */
export type CreatedKey = AnswerOf<'orgs', 'createApiKey'> & { name: string }
