import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsDescription } from './description.ts'
import { viewOf } from './rules/secrets.rules.ts'
import { type SettingKey, settings } from './table.ts'

interface Fields {
  properties?: Record<string, unknown>
  required?: string[]
  items?: Fields
}

/** The first item of a list represents all of them. */
const sampleOf = (value: unknown): object | undefined => {
  const sample: unknown = Array.isArray(value) ? value[0] : value
  return typeof sample === 'object' && sample !== null ? sample : undefined
}

const namesOf = (value: unknown): string[] | undefined => {
  const sample = sampleOf(value)
  return sample && Object.keys(sample).toSorted()
}

for (const variant of ['A', 'B'] as const) {
  test(`${variant}: the schema of each setting has the fields that the variant shows, and no other`, () => {
    for (const { key, schema } of settingsDescription(variant, 2).settings) {
      const { items, ...own } = schema as Fields
      const fields = items?.properties === undefined ? own : items
      const shown = namesOf(viewOf(key as SettingKey, settings[key as SettingKey].initial, variant))
      assert.deepEqual(fields.properties && Object.keys(fields.properties).toSorted(), shown, key)
      for (const name of fields.required ?? []) assert.ok(shown?.includes(name), `${key}.${name}`)
      assert.equal((fields.required ?? []).length > 0, shown !== undefined, key)
    }
  })

  test(`${variant}: secrets are named, and none is shown`, () => {
    const descriptions = settingsDescription(variant, 2).settings
    const secrets = descriptions.flatMap(({ key, secrets: names }) => names.map((name) => `${key}.${name}`))
    assert.ok(secrets.includes('protect.passwordAdmin'), secrets.join())
    assert.ok(secrets.includes('rmSrv.password'), secrets.join())
    for (const { key, initial, secrets: names } of descriptions) {
      const shown = new Map<string, unknown>(Object.entries(sampleOf(initial) ?? {}))
      for (const name of names) assert.equal(shown.get(name) ?? null, null, `${key}.${name}`)
    }
  })
}
