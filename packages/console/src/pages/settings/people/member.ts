import type { AnswerOf } from '../../../api/api-query.ts'

export type Member = AnswerOf<'orgs', 'users'>[number]
export type Invitation = AnswerOf<'orgs', 'invitations'>[number]
