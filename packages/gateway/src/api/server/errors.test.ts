import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from './errors.ts'

/** Statuses that the API uses; 500 means an error of the gateway. */
const statuses = [400, 401, 403, 404, 405, 409, 413, 416, 500, 503]

test('no error has a status of its own', () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    assert.ok(statuses.includes(status), `${code}: ${status}`)
    assert.match(code, /^ERROR_[A-Z_]+$/)
    assert.match(message, /^[A-Z].*\.$/)
  }
})
