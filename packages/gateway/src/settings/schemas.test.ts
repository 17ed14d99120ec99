import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints, openApi } from '@busbar/wire'
import { settingsReply, settingsSchema } from './schemas.ts'
import { keysIn } from './table.ts'
import { testStore } from './testing/store.ts'

interface Schema {
  properties: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean
  required?: string[]
}

for (const variant of ['A', 'B'] as const) {
  describe(`variant ${variant}`, () => {
    const { post } = endpoints<{ access: 1 }>()
    const contract = {
      settings: {
        set: post('/set/', {
          access: 1,
          summary: 'x',
          body: settingsSchema(variant),
          reply: settingsReply(variant),
        }),
      },
    }
    const { paths } = openApi(contract, {
      title: 'x',
      version: '1',
      server: '/',
      errors: {},
      errorFields: { code: 'error', message: 'message' },
      securityScheme: { type: 'http', scheme: 'bearer' },
      isOpen: () => false,
      tags: {},
      errorsOf: () => ({}),
      notesOf: () => [],
      exchanges: {},
      samples: { origin: '', headers: {}, client: '' },
    })
    const operation = paths['/set/']?.post as {
      requestBody: { content: Record<string, { schema: Schema }> }
      responses: Record<number, { content: Record<string, { schema: Schema }> }>
    }
    const body = operation.requestBody.content['application/json']?.schema
    const reply = operation.responses[200]?.content['application/json']?.schema
    assert.ok(body !== undefined && reply !== undefined)
    const { serial, gsm, rmSrv } = body.properties
    const shown = reply.properties

    test('a document contains exactly the settings that may be sent', () => {
      assert.deepEqual(Object.keys(body.properties), [...keysIn(variant), 'forwarding'])
      assert.deepEqual([body.additionalProperties, serial?.additionalProperties], [false, false])
      assert.deepEqual([body.required, serial?.required], [undefined, undefined])
      assert.deepEqual(serial?.properties.baudRate, {
        type: 'integer',
        minimum: 75,
        maximum: 230_400,
        description: 'Baud rate, 75 to 230400.',
      })
      assert.equal(gsm !== undefined && 'enable' in gsm.properties, variant === 'B')
      assert.equal(rmSrv?.items?.required?.includes('password'), false)
    })

    test('a document contains the settings that are returned', () => {
      assert.deepEqual(Object.keys(shown), keysIn(variant))
      for (const found of [shown.protect?.properties.passwordAdmin, shown.rmSrv?.items?.properties.password]) {
        const { type, description } = found as unknown as { type: string; description: string }
        assert.equal(type, 'null')
        assert.match(description, /^Password .*\. Write-only\.$/)
      }
    })

    test('a schema by itself names what is not known', () => {
      const { error } = settingsSchema(variant).safeParse({ nonsense: 1, serial: { speed: 1 } })
      const issues = error?.issues.map(({ path, message }) => [path.join('.'), message])
      assert.deepEqual(issues, [
        ['serial', 'there is no speed'],
        ['', 'there is no nonsense'],
      ])
    })

    test('answers are of their schema', async () => {
      const { store } = await testStore({ variant })
      const all = store.get('active', [], 2)
      assert.deepEqual(settingsReply(variant).parse(all), all)
    })
  })
}
