import type { AnswerOf } from '../../../api/api-query.ts'

export type Organization = AnswerOf<'orgs', 'get'>
