import type { AnswerOf } from '../../../api/ask.ts'

/** A key that was just made, by the name that it was given. */
export type CreatedKey = AnswerOf<'orgs', 'createApiKey'> & { name: string }
