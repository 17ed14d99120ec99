import type { AnswerOf } from '../../../api/ask.ts'

export type Member = AnswerOf<'orgs', 'users'>[number]
export type Invitation = AnswerOf<'orgs', 'invitations'>[number]
