import { createLog, type Log } from '@busbar/kit/log'
import { ShutdownSteps } from '@busbar/kit/program'
import { Control } from '../box/control/control.ts'
import { EthernetMemory } from '../box/ethernet/memory.ts'
import type { FirstRunRequest, FirstRunStatus } from '../box/first-run.ts'
import { ServiceManager, systemd } from '../box/service-manager.ts'
import { httpsListening } from '../status/status.ts'
import { NotSaved } from '../storage/not-saved.ts'
import type { EnvSettings } from './env.ts'
import { type Host, type HostParts, openHost } from './host.ts'
import { type Services, startServices } from './startup.ts'

/** A running gateway. */
export interface Gateway {
  /** URL of the API, with a trailing slash. A reboot may move it when the settings define the port. */
  readonly url: string
  /** URL of the panel over HTTPS, and the fingerprint of the certificate; null while it does not listen for HTTPS. */
  readonly https: { readonly url: string; readonly fingerprint: string } | null
  /** Why it does not listen for HTTPS; null while it does, and when HTTPS is switched off. */
  readonly httpsProblem: string | null
  /** Address of the Modbus TCP server, `HOST:PORT`; null while it is closed. */
  readonly modbusTcp: string | null
  /** Password of admin, at the first start only. */
  readonly firstPassword: string | null
  /** Why data cannot be saved; null when it can. */
  readonly storageProblem: string | null
  /** Resolves when the gateway cannot go on. */
  readonly failed: Promise<Error>
  pressButton(): void
  /** Resolves when all services have been stopped and started with the saved settings. */
  reboot(): Promise<void>
  /** Finishes requests in progress, then closes everything. Further calls have no effect. */
  stop(): Promise<void>
}

const partMs = 500
const servicesMs = 4000
const rebootMsMax = 90_000

/** Starts the complete gateway. The process continues across reboots. */
export const startGateway = async (
  env: EnvSettings,
  log: Log = createLog(env['log-level']),
  parts: HostParts = {},
): Promise<Gateway> => {
  const steps = new ShutdownSteps(log)
  try {
    const host = await openHost(env, log, parts, steps)
    const running = new ServiceRunner(host)
    await running.start()
    steps.undo('services', servicesMs, () => running.stop())
    host.store.onApply((changed) => running.services.apply(changed))
    const control = new Control({
      folder: env.data,
      handle(request) {
        switch (request.do) {
          case 'button':
            return running.services.pressButton()
          case 'status':
            return running.services.status()
          case 'rotate':
            return running.services.rotateVpnKey()
          case 'user':
            host.user.set(request.password)
            return running.services.endSessionsOf('user')
          case 'adopt':
            return adoptEthernet(host, request.ethernet)
          case 'first-run':
            return firstRun(host, running.services, request)
        }
      },
    })
    // Without it everything works but the commands at this host.
    await control.start().catch((error: unknown) => log.warn({ err: error }, 'control socket could not be created'))
    steps.undo('control', partMs, () => control.stop())
    const manager = systemd(process.env)
    if (manager !== undefined) {
      const { clock } = host
      const service = new ServiceManager({ ...manager, problem: () => running.problem(), clock, log })
      await service.start()
      steps.undo('systemd', partMs, () => service.stop())
    }
    const { version } = host.identity.product
    log.info({ url: running.services.http.url, version, variant: env.variant }, 'started')
    const firstPassword = host.store.passwords()?.passwordAdmin ?? null
    if (firstPassword !== null) await forgetFirstPassword(host)
    return {
      get url() {
        return running.services.http.url
      },
      get https() {
        return httpsListening(running.services.https).https
      },
      get httpsProblem() {
        return httpsListening(running.services.https).httpsProblem
      },
      get modbusTcp() {
        return running.services.modbusTcp
      },
      firstPassword,
      get storageProblem() {
        return host.folder.problem()
      },
      failed: running.failed,
      pressButton: () => running.services.pressButton(),
      reboot: () => running.reboot(),
      stop: () => steps.undoAll(),
    }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
}

/** Adopts settings that the interface already has: they are saved without a trial period. */
const adoptEthernet = async ({ store, folder }: Host, ethernet: object): Promise<void> => {
  await store.set({ ethernet }, 2)
  new EthernetMemory(folder).confirm(store.saved.ethernet)
  store.useInstead({ ethernet: store.saved.ethernet })
}

/** Applies what the boot file sets, and returns what the console shows. */
const firstRun = async (
  { store, bootFile }: Host,
  services: Services,
  { code, clock, problems }: FirstRunRequest,
): Promise<FirstRunStatus> => {
  if (code !== undefined) {
    await store.setFirstPassword(code)
    services.endSessionsOf('admin')
  }
  if (clock !== undefined) await store.set(clock, 2)
  if (problems !== undefined) bootFile.problems = problems
  const { http } = services
  const { url = null, fingerprint = null } = services.https ?? {}
  const https = url !== null && fingerprint !== null ? { url, fingerprint } : null
  return { code: store.firstPassword, http: { host: http.host, port: http.port }, https }
}

/** Marks the first password as shown. When that cannot be saved, the next start shows it again. */
const forgetFirstPassword = ({ store }: Host): Promise<void> =>
  store.confirmPasswordShown().catch((error: unknown) => {
    if (!(error instanceof NotSaved)) throw error
  })

/** The services, and those after them. */
class ServiceRunner {
  readonly #host: Host
  readonly #failure = Promise.withResolvers<Error>()
  #services: Services | undefined
  #isEnding = false
  #rebootingSinceMs: number | null = null
  /** Beginnings and endings, one after another. */
  #turn: Promise<void> = Promise.resolve()

  constructor(host: Host) {
    this.#host = host
  }

  get failed(): Promise<Error> {
    return this.#failure.promise
  }

  get services(): Services {
    if (this.#services === undefined) throw new Error('the gateway is not running')
    return this.#services
  }

  async start(): Promise<void> {
    this.#services = await this.#begin(this.#host.env)
  }

  /**
   * Returns why the gateway is not working; undefined while it is. A reboot may take a while, because the card is
   * checked.
   */
  async problem(): Promise<string | undefined> {
    const sinceMs = this.#rebootingSinceMs
    if (sinceMs === null) return this.services.problem()
    return this.#host.clock.now() - sinceMs < rebootMsMax ? undefined : 'the reboot does not finish'
  }

  /** Concurrent calls share one reboot. */
  reboot(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#restart())
    return this.#turn
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    await this.#turn
    await this.#services?.stop()
  }

  async #restart(): Promise<void> {
    const { log, store, runTime, env } = this.#host
    if (this.#isEnding) return
    this.#rebootingSinceMs = this.#host.clock.now()
    try {
      const before = this.services
      log.info({}, 'rebooting')
      // The port is closed once it has stopped.
      const modbusPort = Number(before.modbusTcp?.split(':').at(-1) ?? 0)
      await before.stop()
      store.applySaved()
      runTime.restarted()
      const http = { ...env.http, ...(env.http.port === 0 && { port: before.http.port }) }
      const modbus = { ...env.modbus, ...(env.modbus.port === 0 && { port: modbusPort }) }
      this.#services = await this.#begin({ http, modbus }).catch((error: unknown) => {
        log.error({ err: error }, 'api could not listen on its new address; keeping the previous one')
        return this.#begin({ http: before.http, modbus })
      })
      log.info({ url: this.services.http.url }, 'rebooted')
    } catch (error) {
      this.#failure.resolve(error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#rebootingSinceMs = null
    }
  }

  #begin(listenAddresses: Pick<EnvSettings, 'http' | 'modbus'>): Promise<Services> {
    return startServices({ host: this.#host, listenAddresses, reboot: () => void this.reboot() })
  }
}
