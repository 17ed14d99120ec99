import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BootProblem, FirstRunStatus } from '../first-run.ts'
import {
  type BootFile,
  type BootName,
  decodeBootFile,
  describeProblem,
  parseBootFile,
  rewriteBootFile,
} from './boot-file.ts'
import { apply, optionsPath, type SetupTools, textOf, withOption } from './tools.ts'

/*
 * The gateway's clock has an offset and the summer time of a country. A time zone of the system sets both; summer time that is neither
 * that of Europe nor that of the United States is left to the panel.
 */

interface ClockSettings {
  readonly timeGmt: number
  readonly tsMode: number | null
}

const minuteMs = 60_000
const quarterMin = 15
const summerMin = 60

/** Setting `tsMode`. All European rules are the same; these zones get their own country's name. */
const european: Readonly<Record<string, number>> = {
  'Europe/London': 2,
  'Europe/Berlin': 3,
  'Europe/Athens': 4,
  'Europe/Rome': 6,
  'Europe/Warsaw': 8,
  'Europe/Lisbon': 9,
  'Europe/Kyiv': 12,
  'Europe/Helsinki': 13,
  'Europe/Paris': 14,
}
const anyEuropean = 3
const american = 10

const offsetMin = (timeZone: string, utcMs: number): number => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}

/** The day of the month of a Sunday, the last one from `latest` back. */
const sundayUntil = (year: number, month: number, latest: number): number =>
  latest - new Date(Date.UTC(year, month, latest)).getUTCDay()

/** Undefined where the time zone is unknown. */
export const clockOf = (timeZone: string, year: number): ClockSettings | undefined => {
  try {
    const winterMin = Math.min(offsetMin(timeZone, Date.UTC(year, 0, 1)), offsetMin(timeZone, Date.UTC(year, 6, 1)))
    const startsAt = (utcMs: number): boolean =>
      offsetMin(timeZone, utcMs - 1) === winterMin && offsetMin(timeZone, utcMs) === winterMin + summerMin
    const march = 2
    const isEuropean = startsAt(Date.UTC(year, march, sundayUntil(year, march, 31), 1))
    const isAmerican = startsAt(Date.UTC(year, march, sundayUntil(year, march, 14), 2) - winterMin * minuteMs)
    const tsMode = isEuropean ? (european[timeZone] ?? anyEuropean) : isAmerican ? american : null
    return { timeGmt: Math.round(winterMin / quarterMin), tsMode }
  } catch {
    return undefined
  }
}

export const panelOptions = ['BUSBAR_GATEWAY_HTTP', 'BUSBAR_GATEWAY_HTTPS']

/** Raspberry Pi OS mounts its boot partition at the first path, or at the second before Debian 12. */
const bootPaths = ['/boot/firmware/busbar.txt', '/boot/busbar.txt']
/**
 * agetty shows it above each login prompt, on screens and serial consoles. The package links to it from `/etc/issue.d`: before util-linux
 * 2.41, agetty reads `/run/issue.d` only where `/etc/issue` is missing.
 */
const issuePath = '/run/busbar-gateway.issue'
/** agetty replaces it by the address that the box has when the prompt appears. */
const issueAddress = '\\4'
/** Only root reads the code. */
const secretMode = 0o600
const localHosts = ['127.0.0.1', '::1', 'localhost']

/** Applies the boot file, and shows the address and the code on the consoles until a person has chosen a password. */
export const setUpFirstRun = async (tools: SetupTools): Promise<void> => {
  const path = bootPaths.find((one) => existsSync(join(tools.root, one)))
  const problems = path === undefined ? [] : await readBootFile(tools, path)
  const status = await tools.firstRun({ problems: [...problems] })
  const name = await hostName(tools)
  const problemLines = problems.map((one) => `busbar.txt, ${describeProblem(one)}`)
  for (const line of [...statusLines(status, [`${name}.local`]), ...problemLines]) tools.print(line)
  const lines = [...(status.code === null ? [] : statusLines(status, [`${name}.local`, issueAddress])), ...problemLines]
  const issue = lines.length > 0 ? `${lines.join('\n')}\n\n` : null
  const isChanged = apply(tools, { [issuePath]: issue }, secretMode)
  if (isChanged) await tools.run('agetty', '--reload')
  // Later changes of settings do not concern the console.
  if (status.code === null) await tools.run('systemctl', 'stop', 'busbar-gateway-first-run.path')
}

const hostName = async (tools: SetupTools): Promise<string> => (await tools.run('uname', '-n')).trim()

const statusLines = ({ code, http, https }: FirstRunStatus, hosts: readonly string[]): string[] => {
  const port = http.port === 80 ? '' : `:${http.port}`
  const panel = localHosts.includes(http.host)
    ? 'The network does not reach the panel. To open it: sudo busbar-gateway-setup panel on'
    : `Busbar gateway: ${hosts.map((host) => `http://${host}${port}/`).join(' or ')}`
  return [
    panel,
    ...(https === null ? [] : [`Certificate of the encrypted panel: ${https.fingerprint}`]),
    code === null ? 'The first run is done.' : `Code for the first run: ${code}`,
  ]
}

/** Applies the file, rewrites it and restarts the gateway where that is needed. */
const readBootFile = async (tools: SetupTools, path: string): Promise<readonly BootProblem[]> => {
  const text = decodeBootFile(readFileSync(join(tools.root, path)))
  if (text === undefined) return [{ line: 1, problem: 'encoding' }]
  const file = parseBootFile(text)
  const isOpened = file.isFirstReading && openPanel(tools)
  const { applied, problems, isChanged } = await applyEntries(tools, file)
  const rewritten = rewriteBootFile(text, applied, problems)
  if (rewritten !== text) save(join(tools.root, path), rewritten)
  if (isOpened || isChanged) await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  return problems
}

/** A box with a boot file is to be reached. Options that its owner has set stay. */
const openPanel = (tools: SetupTools): boolean => {
  const before = textOf(tools, optionsPath)
  const unset = panelOptions.filter((name) => !new RegExp(`^${name}=`, 'm').test(before))
  return apply(tools, { [optionsPath]: unset.reduce((text, name) => withOption(text, name, '0.0.0.0'), before) })
}

interface Outcome {
  /** The gateway needs a restart. */
  readonly isChanged?: boolean
  readonly problem?: BootProblem['problem']
}

const applyEntries = async (tools: SetupTools, { entries, problems }: BootFile) => {
  const applied: number[] = []
  const found = [...problems]
  let isAnyChanged = false
  for (const name of ['code', 'timezone', 'name'] as const satisfies readonly BootName[]) {
    const entry = entries[name]
    if (entry === undefined) continue
    const { isChanged = false, problem } = await appliers[name](tools, entry.value)
    isAnyChanged ||= isChanged
    if (problem === undefined) applied.push(entry.line)
    else found.push({ line: entry.line, problem })
  }
  return { applied, isChanged: isAnyChanged, problems: found.toSorted((a, b) => a.line - b.line) }
}

const appliers: Readonly<Record<BootName, (tools: SetupTools, value: string) => Promise<Outcome>>> = {
  async code(tools, code) {
    if ((await tools.firstRun({})).code === null) return { problem: 'done' }
    await tools.firstRun({ code })
    return {}
  },

  async timezone(tools, timeZone) {
    const clock = clockOf(timeZone, tools.now().getUTCFullYear())
    if (clock === undefined) return { problem: 'timeZone' }
    if (!(await isAccepted(tools, 'timedatectl', 'set-timezone', timeZone))) return { problem: 'system' }
    await tools.firstRun({ clock })
    return { isChanged: true }
  },

  async name(tools, name) {
    const before = await hostName(tools)
    if (name === before) return {}
    if (!(await isAccepted(tools, 'hostnamectl', 'set-hostname', name))) return { problem: 'system' }
    apply(tools, { '/etc/hosts': withHostName(textOf(tools, '/etc/hosts'), name) })
    // Avahi reads the name when it starts.
    await tools.run('systemctl', 'try-restart', 'avahi-daemon.service')
    return { isChanged: true }
  },
}

const isAccepted = (tools: SetupTools, program: string, ...args: string[]): Promise<boolean> =>
  tools.run(program, ...args).then(
    () => true,
    () => false,
  )

/** Debian resolves a machine's own name by this line. */
const withHostName = (hosts: string, name: string): string => {
  const line = `127.0.1.1\t${name}`
  if (/^127\.0\.1\.1\s.*$/m.test(hosts)) return hosts.replace(/^127\.0\.1\.1\s.*$/m, line)
  return `${hosts === '' || hosts.endsWith('\n') ? hosts : `${hosts}\n`}${line}\n`
}

/** A FAT file system has no modes to set. */
const save = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, Buffer.from(text, 'latin1'), { flush: true })
  renameSync(`${path}.new`, path)
}
