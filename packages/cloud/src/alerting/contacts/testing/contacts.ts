import type { TestApi } from '../../../testing/api.ts'

/** A contact by e-mail and a policy that names it alone. */
export const makePolicy = async ({ call, orgId }: TestApi): Promise<number> => {
  const create = async (path: string, body: object): Promise<number> =>
    ((await call('manager', 'POST', `/org/${orgId}/${path}/create/`, body)).body as { id: number }).id
  const channels = [{ type: 'email', address: 'anna@example.org' }]
  const contactId = await create('contacts', { name: 'Anna', language: 'pl', channels })
  return create('escalation-policies', { name: 'Heat', steps: [{ afterMinutes: 0, contactIds: [contactId] }] })
}
