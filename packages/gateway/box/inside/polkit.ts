import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { monotonicClock } from '@busbar/kit'
import { Connection, textOf } from '../../src/box/dbus/index.ts'

type Rule = (action: { readonly id: string }, subject: { readonly user: string }) => string | undefined

/** Evaluates the shipped polkit rule for an action. */
const ruleFile = new URL('../../packaging/polkit.rules', import.meta.url)

const ruleOf = (): Rule => {
  const rules: Rule[] = []
  const polkit = { addRule: (rule: Rule) => void rules.push(rule), Result: { YES: 'yes' } }
  runInNewContext(readFileSync(ruleFile, 'utf8'), { polkit })
  return (action, subject) => rules.map((rule) => rule(action, subject)).find((result) => result !== undefined)
}

/**
 * Starts a replacement for polkit that treats each caller as the gateway, applies its rule and records the requested
 * actions.
 */
export const startPolkit = async (
  address: string,
): Promise<{ readonly requestedActions: Set<string>; stop(): void }> => {
  const rule = ruleOf()
  const requestedActions = new Set<string>()
  const connection = await Connection.open({
    address,
    clock: monotonicClock,
    onCall: async ({ member, body }) => {
      if (member !== 'CheckAuthorization') return { signature: 'a{sv}', body: [new Map()] }
      const action = textOf(body[1])
      requestedActions.add(action)
      // ModemManager's own tests need the action `Control` to create the modem.
      const isAllowed =
        rule({ id: action }, { user: 'busbar-gateway' }) === 'yes' || action.endsWith('Manager1.Control')
      return { signature: '(bba{ss})', body: [[isAllowed, false, new Map()]] }
    },
  })
  const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }
  const name = ['org.freedesktop.PolicyKit1', 0]
  await connection.call({ ...bus, member: 'RequestName', signature: 'su', body: name })
  return { requestedActions, stop: () => connection.close() }
}
