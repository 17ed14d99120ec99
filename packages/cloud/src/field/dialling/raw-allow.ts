import { AddressRanges } from '@busbar/kit/net'

/** Address of a connection, and the organization that requests it. */
export interface DialTarget {
  port: number
  /** For which organization. */
  orgId: number
  /** A range without ports has this one: the network had it before ranges could name any, or it is no network at all. */
  isPortKept?: boolean
}

interface Rule {
  ranges: AddressRanges
  /** From the first to the last; null where none are named. */
  ports: readonly [first: number, last: number] | null
  /** Null: of every organization. */
  orgId: number | null
}

/** Modbus TCP, and the same encrypted. */
const usualPorts: readonly number[] = [502, 802]

const form = /^(?:\[([^[\]]+)\]|([^[\]@]+?))(?::(\d{1,5})(?:-(\d{1,5}))?)?(?:@(\d{1,15}))?$/
/** Without brackets every colon belongs to the address. */
const plainForm6 = /^([^[\]@]*:[^[\]@]*:[^[\]@]*)(?:@(\d{1,15}))?$/

/** The installation's list of addresses inside that may be dialled: ranges, each with its ports and its organization where it has any. */
export class RawAllow {
  readonly #rules: Rule[] = []
  /** As they were written at the start. */
  readonly entries: string[] = []

  static of(...entries: readonly string[]): RawAllow {
    const allow = new RawAllow()
    for (const entry of entries) if (!allow.add(entry)) throw new Error(`not a range: ${entry}`)
    return allow
  }

  /** Adds `10.1.0.0/16`, `10.1.0.0/16:502`, `10.1.0.0/16:5020-5040@5` or `[fd00::/64]:502@5`; false where it is none of these. */
  add(entry: string, isOfStart = true): boolean {
    const [, plain6, org6] = plainForm6.exec(entry) ?? []
    const [, bracketed, bare, first, last = first, org] = form.exec(entry) ?? []
    const ranges = new AddressRanges()
    if (!ranges.add(plain6 ?? bracketed ?? bare ?? '')) return false
    const owner = plain6 === undefined ? org : org6
    const orgId = owner === undefined ? null : Number(owner)
    const ports = plain6 !== undefined || first === undefined ? null : ([Number(first), Number(last)] as const)
    if (ports !== null && !(ports[0] >= 1 && ports[0] <= ports[1] && ports[1] <= 65_535)) return false
    if (orgId === 0) return false
    this.#rules.push({ ranges, ports, orgId })
    if (isOfStart) this.entries.push(entry)
    return true
  }

  /** The ranges that hold for this target. */
  for({ port, orgId, isPortKept = false }: DialTarget): Pick<AddressRanges, 'has'> {
    const rules = this.#rules.filter((rule) => {
      if (rule.orgId !== null && rule.orgId !== orgId) return false
      if (rule.ports === null) return isPortKept || usualPorts.includes(port)
      return port >= rule.ports[0] && port <= rule.ports[1]
    })
    return { has: (plain) => rules.some(({ ranges }) => ranges.has(plain)) }
  }
}

/** The setting: entries with commas between, or what is wrong with it. */
export const parseRawAllow = (text: string): { ok: RawAllow } | { err: string } => {
  const allow = new RawAllow()
  const wrong = text
    .split(',')
    .map((entry) => entry.trim())
    .find((entry) => entry !== '' && !allow.add(entry))
  return wrong === undefined
    ? { ok: allow }
    : { err: `ranges of addresses like 10.0.0.0/8,10.1.0.0/16:502@5,[fd00::/64]:502; ${wrong} is none` }
}
