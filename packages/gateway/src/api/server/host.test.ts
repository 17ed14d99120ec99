import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOwnHost, isOwnOrigin } from './app.ts'

const names = new Set(['gw', 'gw.local', 'gw.example.org'])
const allowed = new Set(['panel.example.org'])

describe('the header Host', () => {
  for (const [host, isOwn] of [
    ['127.0.0.1', true],
    ['192.168.1.20:8080', true],
    ['[::1]:80', true],
    ['[fe80::1]', true],
    ['localhost:8080', true],
    ['LocalHost', true],
    ['gw', true],
    ['GW.local:1234', true],
    ['gw.example.org.', true],
    ['evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['sub.gw.example.org', false],
    ['gw@evil.example', false],
    ['evil.example#gw', false],
    ['gw/', false],
    ['', false],
    [':80', false],
    ['gw:port', false],
    [undefined, false],
  ] as const) {
    test(`${host}`, () => assert.equal(isOwnHost(host, names), isOwn))
  }
})

describe('the header Origin', () => {
  for (const [origin, host, isOwn] of [
    [undefined, 'gw', true],
    ['http://gw', 'gw', true],
    ['https://gw', 'gw', true],
    ['http://192.168.1.20:8080', '192.168.1.20:8080', true],
    ['http://[::1]:8080', '[::1]:8080', true],
    ['https://panel.example.org:8443', '192.168.1.20', true],
    ['http://192.168.1.20:8081', '192.168.1.20:8080', false],
    ['http://192.168.1.20', '192.168.1.20:8080', false],
    ['http://evil.example', '192.168.1.20', false],
    ['http://gw.evil.example', 'gw', false],
    ['null', 'gw', false],
    ['', 'gw', false],
    ['file://gw', 'gw', false],
    ['http://gw@evil.example', 'gw', false],
    ['http://gw', undefined, false],
  ] as const) {
    test(`${origin} at ${host}`, () => assert.equal(isOwnOrigin(origin, host, allowed), isOwn))
  }
})
