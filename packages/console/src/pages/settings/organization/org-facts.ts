import type { AnswerOf } from '../../../api/ask.ts'

export type Organization = AnswerOf<'orgs', 'get'>
