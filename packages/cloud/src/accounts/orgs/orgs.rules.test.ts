import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { roles } from '../access/roles.ts'
import { checkLimit, leavesNoOwner, orgLimits } from './orgs.rules.ts'

const role = fc.constantFrom(...roles)
const people = fc.array(fc.record({ role, isPerson: fc.boolean() }), { minLength: 1, maxLength: 6 })

test('whatever is allowed, some person owns the organization afterwards', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.option(role)), { maxLength: 20 })
  fc.assert(
    fc.property(people, changes, (others, roleChanges) => {
      const members = [{ role: 'owner' as const, isPerson: true }, ...others].map((member) => ({ ...member, name: '' }))
      const owners = () => members.filter((member) => member.role === 'owner' && member.isPerson)
      for (const [which, next] of roleChanges) {
        const at = which % members.length
        const member = members[at]
        if (member === undefined || leavesNoOwner({ ...member, ownersCount: owners().length }, next)) continue
        if (next === null) members.splice(at, 1)
        else member.role = next
        assert.ok(owners().length > 0)
      }
    }),
  )
})

test('a member who is no owner, an API key and one of two owners may always change', () => {
  for (const next of [...roles, null]) {
    assert.equal(leavesNoOwner({ name: '', role: 'manager', isPerson: true, ownersCount: 1 }, next), false)
    assert.equal(leavesNoOwner({ name: '', role: 'owner', isPerson: false, ownersCount: 1 }, next), false)
    assert.equal(leavesNoOwner({ name: '', role: 'owner', isPerson: true, ownersCount: 2 }, next), false)
  }
})

test('there is room up to the limit', () => {
  checkLimit('invitations', orgLimits.invitations - 1)
  assert.throws(() => checkLimit('invitations', orgLimits.invitations), /at most 100 invitations/)
})
