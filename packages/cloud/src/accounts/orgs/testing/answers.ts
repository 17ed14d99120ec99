import type { Answer, TestApi } from '../../../testing/api.ts'

/** Status and error code. */
export const outcome = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  (body as { errorCode?: string }).errorCode,
]

interface AuditRecord {
  accountId: number
  action: string
  objectKind: string
  objectId: string
  before: unknown
  after: unknown
}

/** Returns the last audit record of an organization. */
export const lastRecord = async ({ service }: TestApi, orgId: number): Promise<AuditRecord | undefined> => {
  const [last] = await service.db.sql<AuditRecord[]>`
    select account_id as "accountId", action, object_kind as "objectKind", object_id as "objectId", before, after
    from audit where org_id = ${orgId} order by id desc limit 1`
  return last
}

/** Asks with a token of one's own. */
export const withToken = async ({ url }: TestApi, token: string, path: string, body?: unknown): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}/api/v1${path}`, { headers, ...sent })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
