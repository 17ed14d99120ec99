import type { TestApi } from '../../testing/api.ts'

interface Made {
  result: string
  id: number
  errors: Record<string, string>
}

/** An alert's body with nothing in it. */
export const bare = { name: 'Hot', conditionLogic: 'any', logAs: 'warning', conditions: [], actions: [] }

/** Makes an alert, as the manager unless said. */
export const createAlert = async (
  { call, orgId, otherOrgId }: TestApi,
  body: object,
  as: 'manager' | 'stranger' = 'manager',
): Promise<Made> => {
  const org = as === 'manager' ? orgId : otherOrgId
  return (await call(as, 'POST', `/org/${org}/alerts/create/`, { ...bare, ...body })).body as Made
}
