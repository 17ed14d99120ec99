import { arch } from 'node:process'
import { exponentialBackOff, Periodic } from '@busbar/kit'
import { manifestBytesMax, newestFor, type Release } from '@busbar/uplink/releases'
import { ethernetAlone, overPaths } from '../../network/paths.ts'
import { isWithoutHelper } from '../root-helper.ts'
import type { SignedManifest } from './card-releases.ts'
import { fetchBytes, urlOf } from './fetch-bytes.ts'
import { downloadState, fetchAtMs, type Phase, restAfterMs, updateState } from './states.rules.ts'
import { codeOf, type FirmwareUpdateOptions, type UpdateCode, UpdateProblem } from './update-options.ts'

const checkIntervalMs = 5000
const partBytes = 65_536
const pauseMaxMs = 3_600_000
/** Spreads the requests of gateways that start together, for example after a power cut. */
const firstAskWithinMs = 60_000
/** Lifetime of a request for an immediate update. */
const requestLifeMs = 3_600_000
/** Check interval after a request, when periodic checks are off. */
const usualPeriodSec = 3600
/** Errors that a retry cannot fix: they end a request. */
const final: ReadonlySet<string> = new Set(['ERROR_FR_DENIED', 'ERROR_FR_EXIST', 'ERROR_FR_NO_FILE'])

/**
 * Checks for signed releases, downloads the newest to the card and installs it, each at its hour. One step at a time.
 */
export class FirmwareUpdate {
  readonly #options: FirmwareUpdateOptions
  readonly #stopping = new AbortController()
  readonly #steps: Periodic
  #phase: Phase = 'idle'
  #offer: { readonly signed: SignedManifest; readonly release: Release; readonly fetchAtMs: number | null } | null =
    null
  #available: number | null = null
  /** Newest release on the card; undefined while no card is mounted, null when it has none. */
  #saved: Release | null | undefined
  #fetchedBytes = 0
  #error: UpdateCode | null = null
  #failures = 0
  #askAtMs = 0
  #fetchAgainMs = 0
  /** The hour at which it was tried, so that it is tried once in it. */
  #triedHour = ''
  #isHelperMissed = false
  /** The helper has accepted a release and will restart the gateway with it. */
  #isHandedOver = false
  #endRest: (() => void) | undefined
  #requestEndsMs: number | null = null

  constructor(options: FirmwareUpdateOptions) {
    this.#options = options
    const { clock, log } = options
    this.#steps = new Periodic({
      name: 'firmware',
      clock,
      everyMs: checkIntervalMs,
      work: () => this.#runStep(),
      onError: (error) => log.error({ err: error }, 'releases could not be checked'),
    })
  }

  start(): void {
    const { clock, firmware, newBytes } = this.#options
    const withinMs = Math.min(firstAskWithinMs, (firmware.checkPeriodSec ?? 0) * 1000)
    const [high = 0, low = 0] = newBytes(2)
    this.#askAtMs = clock.now() + ((high * 256 + low) / 65_536) * withinMs
    this.#steps.start()
    this.#steps.wake()
  }

  async stop(): Promise<void> {
    const stopped = this.#steps.stop()
    this.#stopping.abort()
    this.#endRest?.()
    await stopped
  }

  /**
   * Requests an immediate check, download and installation of the newest release. Returns the reason when that is
   * impossible, otherwise null.
   */
  async request(): Promise<string | null> {
    const { card, clock, firmware } = this.#options
    if (this.#paths().length === 0) return 'no way out is allowed for releases (download.connMode)'
    if (!/^https?:/.test(firmware.url)) return 'no web server of releases is set (firmware.url)'
    if (!(await card.status()).isMounted) return 'a release needs a card, and none is there'
    this.#requestEndsMs = clock.now() + requestLifeMs
    this.#askAtMs = clock.now()
    this.#fetchAgainMs = clock.now()
    this.#failures = 0
    return null
  }

  /** A release is wanted now, and it is not there yet. */
  get isRequested(): boolean {
    return this.#requestEndsMs !== null && this.#options.clock.now() < this.#requestEndsMs
  }

  async status() {
    const { card, firmware, product } = this.#options
    const { release } = this.#offer ?? {}
    const saved = this.#saved?.version ?? null
    const facts = {
      card: await card.status(),
      phase: this.#phase,
      available: this.#available,
      saved,
      current: product.firmwareVer,
    }
    const isFetching = this.#phase === 'fetching' && release !== undefined
    return {
      updateState: updateState(facts),
      downloadState: downloadState(facts),
      url: release === undefined ? null : urlOf(firmware.url, release.file).href,
      progress: isFetching ? ((100 * this.#fetchedBytes) / release.size).toFixed(2) : null,
      errorCode: this.#error,
      availableVersion: this.#available,
      savedVersion: saved,
      currentVersion: product.firmwareVer,
    }
  }

  async #runStep(): Promise<void> {
    try {
      await this.#step().catch((error: unknown) => this.#failed(error))
    } finally {
      this.#phase = 'idle'
    }
  }

  async #step(): Promise<void> {
    const { card, clock, now, firmware } = this.#options
    const { isMounted } = await card.status()
    if (!isMounted) this.#saved = undefined
    else if (this.#saved === undefined) await this.#checkCard()
    const { checkPeriodSec } = firmware
    const mayAsk = (checkPeriodSec !== null || this.isRequested) && this.#paths().length > 0
    if (mayAsk && clock.now() >= this.#askAtMs) await this.#ask(checkPeriodSec ?? usualPeriodSec)
    if (!isMounted) return
    const { release, fetchAtMs: fetchAt = null } = this.#offer ?? {}
    const isNewer = release !== undefined && release.version > (this.#saved?.version ?? 0)
    const isDue = this.isRequested || (fetchAt !== null && now().getTime() >= fetchAt)
    if (isNewer && isDue && clock.now() >= this.#fetchAgainMs) {
      await this.#fetch()
    }
    await this.#installIfDue()
  }

  async #checkCard(): Promise<void> {
    this.#phase = 'checking card'
    const { releases, product } = this.#options
    this.#saved = await releases.newest({ arch, firmwareType: product.firmwareType })
    this.#phase = 'idle'
  }

  async #ask(periodSec: number): Promise<void> {
    this.#phase = 'asking'
    const { clock, download, firmware, product, open, serial, installed, now } = this.#options
    this.#askAtMs = clock.now() + this.#pauseMs(download.delayForConnSec)
    const signed = {
      bytes: await this.#get('manifest.json', manifestBytesMax),
      signature: (await this.#get('manifest.sig', 1024)).toString('latin1'),
    }
    const manifest = open(signed)
    if (manifest.serial < serial.get())
      throw new UpdateProblem('ERROR_FR_DENIED', 'the manifest is older than one received before')
    serial.set(manifest.serial)
    const release = newestFor(manifest, { arch, firmwareType: product.firmwareType, version: product.firmwareVer })
    if (release === undefined)
      throw new UpdateProblem('ERROR_FR_NO_FILE', 'no release exists for this device type and machine')
    this.#available = release.version
    this.#askAtMs = clock.now() + periodSec * 1000
    this.#succeeded()
    if (release.version <= product.firmwareVer) {
      this.#offer = null
      this.#requestEndsMs = null
    } else if (installed.bad().includes(release.version)) {
      this.#offer = null
      throw new UpdateProblem('ERROR_FR_EXIST', `version ${release.version} was rolled back before`)
    } else if (this.#offer?.release.sha256 !== release.sha256) {
      const { downloadPeriodHr } = firmware
      const at = downloadPeriodHr === null ? null : fetchAtMs(now().getTime(), downloadPeriodHr)
      this.#offer = { signed, release, fetchAtMs: at }
    } else this.#offer = { ...this.#offer, signed, release }
    this.#phase = 'idle'
  }

  async #fetch(): Promise<void> {
    const { clock, download, releases, product, open } = this.#options
    if (this.#offer === null) return
    const { release, signed } = this.#offer
    this.#phase = 'fetching'
    this.#fetchAgainMs = clock.now() + this.#pauseMs(download.delayForConnSec)
    this.#fetchedBytes = await releases.partSize(release)
    if (!(await releases.hasSpace(release, this.#fetchedBytes))) {
      throw new UpdateProblem('ERROR_FR_DENIED', 'the card needs twice the size of the release as free space')
    }
    while (this.#fetchedBytes < release.size) {
      const beganMs = clock.now()
      const first = this.#fetchedBytes
      const last = Math.min(first + partBytes, release.size) - 1
      await releases.addToPart(release, await this.#get(release.file, partBytes, { first, last }))
      this.#fetchedBytes = last + 1
      const restMs = restAfterMs(clock.now() - beganMs, download.loadRatio)
      if (restMs > 0) await this.#rest(restMs)
    }
    this.#phase = 'checking sum'
    if (!(await releases.isPartComplete(release))) {
      await releases.dropPart(release)
      throw new UpdateProblem('ERROR_FR_INT_ERR', 'the release does not match its manifest; it is downloaded again')
    }
    this.#phase = 'checking fit'
    // Its key may have been withdrawn since.
    const offered = newestFor(open(signed), { arch, firmwareType: product.firmwareType, version: product.firmwareVer })
    if (offered?.sha256 !== release.sha256)
      throw new UpdateProblem('ERROR_FR_DENIED', 'the release is not for this box')
    this.#phase = 'saving'
    await releases.save(release, signed)
    this.#saved = release
    this.#succeeded()
    this.#options.log.info({ version: release.version }, 'release downloaded to the card')
    this.#phase = 'idle'
  }

  async #installIfDue(): Promise<void> {
    const { firmware, product, installed, isBusy, localNow, log } = this.#options
    const saved = this.#saved
    const local = localNow()
    const hour = local.toISOString().slice(0, 13)
    const isHour = local.getUTCHours() === firmware.updateHour && this.#triedHour !== hour
    if (this.#isHandedOver || !(isHour || this.isRequested) || isBusy() || saved === undefined || saved === null) return
    if (saved.version <= product.firmwareVer || installed.bad().includes(saved.version)) return
    // A request is for the newest release, not for one that was downloaded earlier.
    if (!isHour && (this.#offer?.release.version ?? 0) > saved.version) return
    this.#triedHour = hour
    try {
      await installed.ask({ verb: 'release-apply', file: saved.file })
      // The process ends soon; until then the request stays, so that clients see the update in progress.
      this.#isHandedOver = true
      log.info({ version: saved.version }, 'release installed; gateway restarts')
    } catch (error) {
      this.#requestEndsMs = null
      if (!isWithoutHelper(error)) throw error
      if (!this.#isHelperMissed)
        log.warn({ version: saved.version }, 'release cannot be installed: this box has no helper')
      this.#isHelperMissed = true
    }
  }

  async #get(name: string, bytesMax: number, range?: { first: number; last: number }): Promise<Buffer> {
    const { clock, firmware } = this.#options
    const { signal } = this.#stopping
    const url = urlOf(firmware.url, name)
    const options = { clock, bytesMax, signal, ...(range !== undefined && { range }) }
    const { done } = await overPaths(this.#paths(), (path) => fetchBytes(url, { ...options, path }), signal)
    return done
  }

  #paths() {
    const { paths = ethernetAlone, download } = this.#options
    return paths.of(download.connMode)
  }

  #rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#options.clock.after(ms, resolve)
    this.#endRest = () => {
      cancel()
      resolve()
    }
    return promise
  }

  #pauseMs(firstSec: number): number {
    return exponentialBackOff(this.#failures, firstSec * 1000, pauseMaxMs)
  }

  #succeeded(): void {
    this.#failures = 0
    this.#error = null
  }

  #failed(error: unknown): void {
    if (this.#stopping.signal.aborted) return
    this.#failures += 1
    const code = codeOf(error)
    if (final.has(code)) this.#requestEndsMs = null
    if (code !== this.#error) this.#options.log.warn({ err: error, code }, 'release check failed')
    this.#error = code
  }
}
