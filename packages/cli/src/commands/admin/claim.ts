import { isIP } from 'node:net'
import { freeClaim, giveClaim, listClaims } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { addressOf, integerOf, requiredFlag } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

const at = { value: 'ADDRESS:PORT', about: 'address and port, such as 10.1.2.3:502 or [fd00::1]:502' } as const

const whereOf = (text: string | undefined): { address: string; port: number } => {
  const { host, port } = addressOf('at', requiredFlag('at', text))
  if (isIP(host) === 0 || port === 0) throw new UsageError(`--at takes an address with its port, not ${text}`)
  return { address: host, port }
}

export const claim: Group = {
  summary: 'owners of the addresses that networks connect to: list, give, free',
  commands: {
    list: command({
      summary: 'list the networks of each address, its owner first',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listClaims)).map((one) => [
          one.address.includes(':') ? `[${one.address}]:${one.port}` : `${one.address}:${one.port}`,
          String(one.orgId),
          `${one.netId} ${one.netName}`,
          one.claimedOn.toISOString(),
          one.sharedWith.map(({ orgId, by }) => `${orgId} (${by})`).join(', '),
        ])
        for (const line of tableLines([['address', 'org', 'network', 'since', 'shared with'], ...rows])) print(line)
      },
    }),
    give: command({
      summary: 'assign an address to a network',
      flags: { at, net: { value: 'ID', about: 'the network' }, ...installationFlags },
      async run(flags, { print }) {
        const where = whereOf(flags.at)
        const netId = integerOf('net', requiredFlag('net', flags.net), 1, Number.MAX_SAFE_INTEGER)
        await admin(flags, (opened) => giveClaim(opened, where, netId))
        print(`${flags.at} belongs to network ${netId}.`)
      },
    }),
    free: command({
      summary: 'release an address; it then belongs to the network that first reads something there',
      flags: { at, ...installationFlags },
      async run(flags, { print }) {
        const where = whereOf(flags.at)
        await admin(flags, (opened) => freeClaim(opened, where))
        print(`${flags.at} is free.`)
      },
    }),
  },
}
