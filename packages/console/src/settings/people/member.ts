import type { AnswerOf } from '../../data/api/api-query.ts'

export type Member = AnswerOf<'orgs', 'users'>[number]
export type Invitation = AnswerOf<'orgs', 'invitations'>[number]
