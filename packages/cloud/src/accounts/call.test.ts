import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { get } from './access/access-contract.ts'
import { type Call, type Handlers, withNeeds } from './call.ts'

const endpoints = {
  version: get('/version/', { summary: 'a', access: 'open', reply: z.string() }),
  user: get('/user/', { summary: 'a', access: 'session', reply: z.number() }),
  opened: get('/opened/', { summary: 'a', access: 'link', reply: z.number() }),
  members: get('/org/:orgId/members/', {
    summary: 'a',
    access: 'viewer',
    object: 'org',
    params: z.object({ orgId: z.string() }),
    reply: z.string(),
  }),
  states: get('/org/:orgId/states/', {
    summary: 'a',
    access: 'viewer',
    object: 'org',
    shared: true,
    params: z.object({ orgId: z.string() }),
    reply: z.string(),
  }),
  values: get('/values/', { summary: 'a', access: 'viewer', object: 'listed', reply: z.string() }),
}
interface Needs {
  version: string
}
type TestHandlers = Handlers<typeof endpoints, Needs>

const request: Call<'public'> = {
  from: '192.0.2.1',
  agent: 'test',
  cookies: { get: () => undefined, set: () => {} },
  setHeader: () => {},
  clientSignal: () => new AbortController().signal,
  lastEventId: undefined,
}
const caller = { accountId: 7, accountName: 'Ada' }

const handlers: TestHandlers = {
  version: ({ version, from }) => `${version} for ${from}`,
  user: ({ caller: { accountId } }) => accountId,
  opened: ({ shared }) => shared.link.id,
  members: ({ orgId, role }) => `${orgId} ${role}`,
  states: (call) => (call.shared === null ? call.caller.accountName : `link of ${call.orgId}`),
  values: ({ caller: { accountName } }) => accountName,
}

test('passes the needs and the call to a handler', () => {
  const { version, members } = withNeeds<{ api: typeof endpoints }, Needs>({ api: handlers }, { version: '0.1.0' }).api
  assert.equal(version(request, {}), '0.1.0 for 192.0.2.1')
  const member: Call<'member'> = { ...request, token: 'a', shared: null, caller, orgId: 3, role: 'viewer' }
  assert.equal(members(member, { orgId: '3' }), '3 viewer')
})

test('the access of an endpoint decides which fields its handler may read', () => {
  const wrong: TestHandlers = {
    // @ts-expect-error a public endpoint has no organization
    version: ({ orgId }) => String(orgId),
    // @ts-expect-error a session alone has no role
    user: ({ role }) => role,
    // @ts-expect-error a share link has no account
    opened: ({ caller: { accountId } }) => accountId,
    // @ts-expect-error the service has no such part
    members: ({ mails }) => String(mails),
    // @ts-expect-error the caller is missing when a share link is used
    states: ({ caller: { accountName } }) => accountName,
    // @ts-expect-error listed objects may belong to several organizations
    values: ({ orgId }) => String(orgId),
  }
  assert.deepEqual(Object.keys(wrong), Object.keys(endpoints))
})
