import type { AnswerOf } from '../../data/api/api-query.ts'

export type Organization = AnswerOf<'orgs', 'get'>
