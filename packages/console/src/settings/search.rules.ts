import { textsIn } from '../data/state/search.rules.ts'

/** Search parameters of the audit log. */
export interface AuditSearch {
  /** Id of a person. */
  user?: string | undefined
  kind?: string | undefined
  /** Id of an object of that kind. */
  object?: string | undefined
  /** Days, by the clock of the viewer: `2026-11-14`. */
  from?: string | undefined
  till?: string | undefined
  unclear?: true | undefined
  page?: number | undefined
}

const day = /^\d{4}-\d\d-\d\d$/

export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => {
  const { user, kind, object, from, till } = textsIn(search, ['user', 'kind', 'object', 'from', 'till'])
  const { page, unclear } = search
  return {
    ...(user !== undefined && /^[1-9]\d{0,14}$/.test(user) && { user }),
    ...(kind !== undefined && { kind }),
    ...(object !== undefined && { object }),
    ...(from !== undefined && day.test(from) && { from }),
    ...(till !== undefined && day.test(till) && { till }),
    ...(unclear === true && { unclear }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && { page }),
  }
}

/** As the service is asked; the last day is meant whole. */
export const auditFilters = ({ user, kind, object, from, till, unclear }: AuditSearch) => ({
  ...(user !== undefined && { userId: Number(user) }),
  ...(kind !== undefined && { objectKind: kind }),
  ...(object !== undefined && { objectId: object }),
  ...(from !== undefined && { from: startOf(from, 0) }),
  ...(till !== undefined && { till: startOf(till, 1) }),
  ...(unclear === true && { unclear }),
})

const startOf = (text: string, daysAfter: number): Date => {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + daysAfter)
}
