import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideSignIn, roleChanges, rolesOfGroups, type SignInFacts } from './sign-in.rules.ts'

const facts: SignInFacts = {
  claims: { subject: 's', email: 'a@x.org', isEmailVerified: true, name: 'A', groups: [] },
  settings: { linkByEmail: true, createUsers: true },
  linked: null,
  byEmail: null,
  hasRoles: true,
}
const unverified = { ...facts.claims, isEmailVerified: false }
const byEmail = { accountId: 5, isGuarded: false }

void describe('chooses the account of a sign-in', () => {
  const rows: readonly [string, Partial<SignInFacts>, object][] = [
    ['a person who is known', { linked: { accountId: 3 }, byEmail, hasRoles: false }, { use: 3 }],
    ['an account of the address', { byEmail }, { connect: 5 }],
    ['that of an owner', { byEmail: { accountId: 5, isGuarded: true } }, { refuse: 'AccountExists' }],
    ['an address that is not verified', { byEmail, claims: unverified }, { refuse: 'AccountExists' }],
    [
      'where addresses do not count',
      { byEmail, settings: { linkByEmail: false, createUsers: true } },
      { refuse: 'AccountExists' },
    ],
    ['nobody yet', {}, { create: { email: 'a@x.org', isEmailProven: true } }],
    ['nobody yet, unverified', { claims: unverified }, { create: { email: 'a@x.org', isEmailProven: false } }],
    ['nobody, and none are made', { settings: { linkByEmail: true, createUsers: false } }, { refuse: 'NoAccount' }],
    ['nobody, without a role', { hasRoles: false }, { refuse: 'NoOrganization' }],
    ['nobody, without an address', { claims: { ...facts.claims, email: null } }, { refuse: 'NoAddress' }],
  ]
  for (const [name, some, decision] of rows) {
    test(name, () => assert.deepEqual(decideSignIn({ ...facts, ...some }), decision))
  }
})

void describe('roles of groups', () => {
  test('the highest of several, in whatever order', () => {
    const map = [
      { group: 'a', orgId: 1, role: 'manager' },
      { group: 'b', orgId: 1, role: 'viewer' },
      { group: 'c', orgId: 2, role: 'owner' },
    ] as const
    assert.deepEqual([...rolesOfGroups(['b', 'a'], map)], [[1, 'manager']])
    assert.deepEqual([...rolesOfGroups(['b', 'a'], map.toReversed())], [[1, 'manager']])
    assert.deepEqual([...rolesOfGroups([], map)], [])
  })

  test('only what the same provider gave is changed', () => {
    const present = [
      { orgId: 4, role: 'viewer', byGroupsOf: 'x' },
      { orgId: 3, role: 'viewer', byGroupsOf: 'x' },
      { orgId: 2, role: 'viewer', byGroupsOf: null },
      { orgId: 1, role: 'viewer', byGroupsOf: 'y' },
    ] as const
    const wanted = new Map([1, 2, 3, 5].map((orgId) => [orgId, 'owner'] as const))
    assert.deepEqual(roleChanges(present, wanted, 'x'), [
      { orgId: 3, before: 'viewer', after: 'owner' },
      { orgId: 4, before: 'viewer', after: null },
      { orgId: 5, before: null, after: 'owner' },
    ])
  })
})
