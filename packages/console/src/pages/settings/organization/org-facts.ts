import type { AnswerOf } from '../../../api/ask.ts'

export type OrgFacts = AnswerOf<'orgs', 'get'>
