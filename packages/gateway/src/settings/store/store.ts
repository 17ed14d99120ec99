import { isDeepStrictEqual } from 'node:util'
import { SerialQueue } from '@busbar/kit'
import type { Variant } from '../../base/variant.ts'
import { NotSaved, withReason } from '../../storage/not-saved.ts'
import { problemOf, SettingsProblem } from '../problem.ts'
import { checkRead, checkWrite, type LevelRules, readLevel } from '../rules/levels.rules.ts'
import { merge } from '../rules/merge.rules.ts'
import { viewOf, withoutGenerated } from '../rules/secrets.rules.ts'
import { type BoxFacts, checkAll, checkOnBox, checkTogether } from '../rules/whole.rules.ts'
import { type SettingsView, settingsSchema } from '../schemas.ts'
import type { Level } from '../setting.ts'
import {
  keyOf,
  keysIn,
  namesIn,
  type SettingKey,
  type SettingName,
  type Settings,
  settingKeys,
  settings,
} from '../table.ts'
import { frozen } from '../walk.ts'
import { type FileOperations, filesOf } from './files.ts'
import { Generations, type StoredState } from './generations.ts'
import { type InitialPorts, initialSettings } from './initial.ts'
import { fromStored } from './stored.rules.ts'
import { readExport, writeExport } from './transfer.ts'

export interface SettingsStoreOptions extends BoxFacts {
  readonly folder: string
  readonly variant: Variant
  /** The device's own key: exported secrets are sealed with it. */
  readonly sealKey: Uint8Array
  readonly now: () => Date
  readonly newBytes: (count: number) => Uint8Array
  readonly strictLevels?: boolean
  readonly initialPorts?: InitialPorts
  readonly files?: FileOperations
  /** Writes, and throws `NotSaved` where the disk is to blame. */
  readonly attempt?: (act: () => Promise<void>) => Promise<void>
}

/**
 * Receives the keys of settings that just took effect. It must not change settings: that change is still in progress.
 */
export type ApplyListener = (changed: readonly SettingKey[]) => Promise<void>

interface State extends Required<Omit<StoredState, 'settings'>> {
  readonly saved: Settings
  readonly active: Settings
  readonly initial: Settings
}

/** Maximum number of changes in progress or waiting. */
const changesMax = 16

/** The device's settings: saved, which outlive a power cut, and active, which it works with. */
export class SettingsStore {
  readonly #options: SettingsStoreOptions
  readonly #rules: LevelRules
  readonly #generations: Generations
  readonly #changes = new SerialQueue({
    max: changesMax,
    full: () => new SettingsProblem('busy', 'settings: too many changes at once'),
  })
  readonly #listeners: ApplyListener[] = []
  #loaded: State | undefined
  /** They are a new device's, and on no disk yet. */
  #isUnsaved = false

  constructor(options: SettingsStoreOptions) {
    this.#options = options
    this.#rules = { variant: options.variant, strictLevels: options.strictLevels ?? true }
    this.#generations = new Generations(options.files ?? filesOf(options.folder))
  }

  /** Reads the saved settings, or creates those of a new device, and reports whether only the previous ones were readable. */
  async load(): Promise<{ isNew: boolean; isPrevious: boolean }> {
    const { newBytes, initialPorts } = this.#options
    const initial = frozen(initialSettings(newBytes, initialPorts))
    const found = await this.#generations.read()
    if (found === undefined) checkAll(initial)
    const { modifyOn, isPasswordTold, isPasswordOwn } = found?.state ?? { modifyOn: null, isPasswordTold: false }
    const saved = found === undefined ? initial : frozen(fromStored(found.state.settings, initial))
    this.#loaded = {
      saved,
      active: saved,
      initial,
      modifyOn,
      isPasswordTold,
      isPasswordOwn: isPasswordOwn ?? modifyOn !== null,
    }
    this.#isUnsaved = found === undefined
    await this.saveUnsaved()
    return { isNew: found === undefined, isPrevious: found?.isPrevious ?? false }
  }

  /** Saves the settings of a new device when the disk accepts them; until then they are only in memory. */
  saveUnsaved(): Promise<void> {
    return this.#changes.run(async () => {
      try {
        if (this.#isUnsaved) await this.#write({})
      } catch (error) {
        if (!(error instanceof NotSaved)) throw error
      }
    })
  }

  get saved(): Settings {
    return this.#state.saved
  }

  get active(): Settings {
    return this.#state.active
  }

  /** Generated password of a new device, to be shown to its owner. A first start may be interrupted before that. */
  passwords(): { passwordAdmin: string } | undefined {
    const { saved, isPasswordTold } = this.#state
    return isPasswordTold ? undefined : { passwordAdmin: saved.protect.passwordAdmin }
  }

  /** The owner has seen them: they are not shown again. */
  confirmPasswordShown(): Promise<void> {
    return this.#changes.run(() => this.#write({ isPasswordTold: true }))
  }

  /** Without names all that the level may read. */
  get(area: 'active' | 'saved', names: readonly SettingName[], level: Level): SettingsView {
    const { variant } = this.#options
    const known = new Set<string>(namesIn(variant))
    const strange = names.find((name) => !known.has(name))
    if (strange !== undefined) throw new SettingsProblem('unknown', `${strange}: is not known`)
    for (const name of names) checkRead(name, level, this.#rules)
    const readable = keysIn(variant).filter((key) => readLevel(key, this.#rules) <= level)
    const keys = names.length > 0 ? names.map(keyOf) : readable
    return Object.fromEntries(keys.map((key) => [key, viewOf(key, this[area][key], variant)]))
  }

  /** Returns why this caller may not write these settings, regardless of their values; null when it may. */
  levelProblem(body: unknown, level: Level): string | null {
    if (typeof body !== 'object' || body === null) return null
    try {
      checkWrite(body, level, this.saved, this.#rules)
      return null
    } catch (error) {
      if (error instanceof SettingsProblem) return error.message
      throw error
    }
  }

  /** Applies all settings or none. */
  set(body: unknown, level: Level): Promise<void> {
    return this.#changes.run(async () => {
      if (typeof body === 'object' && body !== null) checkWrite(body, level, this.saved, this.#rules)
      const read = settingsSchema(this.#options.variant).safeParse(body)
      if (!read.success) throw problemOf(read.error.issues)
      const next = merge(this.saved, read.data)
      checkTogether(next)
      checkOnBox(next, this.saved, this.#options)
      await this.#save(next)
    })
  }

  /** Takes effect at once, so that the user can log in with it. */
  setAdminPassword(passwordAdmin: string): Promise<void> {
    return this.#changes.run(async () => {
      const read = settingsSchema(this.#options.variant).safeParse({ protect: { passwordAdmin } })
      if (!read.success) throw problemOf(read.error.issues)
      if (passwordAdmin === this.firstPassword)
        throw new SettingsProblem('value', 'protect.passwordAdmin: must differ from the code of the first run')
      await this.#save(merge(this.saved, read.data))
      const { active } = this.#state
      this.#loaded = { ...this.#state, active: frozen({ ...active, protect: { ...active.protect, passwordAdmin } }) }
    })
  }

  /** Replaces the generated password with another one for the first run. A person still has to choose the administrator's password. */
  setFirstPassword(passwordAdmin: string): Promise<void> {
    return this.#changes.run(async () => {
      if (this.isPasswordOwn) throw new SettingsProblem('value', 'protect.passwordAdmin: the first run is done')
      const read = settingsSchema(this.#options.variant).safeParse({ protect: { passwordAdmin } })
      if (!read.success) throw problemOf(read.error.issues)
      const { saved, active } = this.#state
      if (active.protect.passwordAdmin === passwordAdmin) return
      await this.#write({ saved: frozen(merge(saved, read.data)), isPasswordTold: true })
      this.#loaded = { ...this.#state, active: frozen({ ...active, protect: { ...active.protect, passwordAdmin } }) }
    })
  }

  exportText(): string {
    return writeExport(this.saved, this.#options.now(), this.#options)
  }

  /** Names the secrets that the file has only for another device. */
  importText(text: string): Promise<{ notCarried: string[] }> {
    return this.#changes.run(async () => {
      const { settings: next, notCarried } = readExport(this.saved, text, this.#options.sealKey)
      checkOnBox(next, this.saved, this.#options)
      await this.#save(next)
      return { notCarried }
    })
  }

  /** As on a new device, but for the administrator's password: a random one would lock the owner out. */
  reset(): Promise<void> {
    return this.#changes.run(async () => {
      const { newBytes, initialPorts } = this.#options
      const { passwordAdmin } = this.saved.protect
      const fresh = initialSettings(newBytes, initialPorts)
      await this.#save({ ...fresh, protect: { ...fresh.protect, passwordAdmin } })
      // Writes again, so that the previous generation contains no old secrets.
      await this.#write({})
    })
  }

  onApply(listener: ApplyListener): void {
    this.#listeners.push(listener)
  }

  /** Activates the saved settings, at a restart. */
  applySaved(): void {
    this.#loaded = { ...this.#state, active: this.saved }
  }

  /** Overrides active settings until the next restart. */
  useInstead(others: Partial<Settings>): void {
    this.#loaded = { ...this.#state, active: frozen({ ...this.active, ...others }) }
  }

  /** True if a user has chosen the administrator's password; false while it is the generated one. */
  get isPasswordOwn(): boolean {
    return this.#state.isPasswordOwn
  }

  /** The administrator's password during the first run; null once a person has chosen one. */
  get firstPassword(): string | null {
    return this.isPasswordOwn ? null : this.active.protect.passwordAdmin
  }

  status(): { modifyOn: string | null; isUserModified: boolean; isDefault: boolean } {
    const { saved, active, initial, modifyOn } = this.#state
    return {
      modifyOn,
      isUserModified: !isDeepStrictEqual(saved, active),
      isDefault: isDeepStrictEqual(withoutGenerated(saved), withoutGenerated(initial)),
    }
  }

  get #state(): State {
    if (this.#loaded === undefined) throw new Error('the settings are not loaded yet')
    return this.#loaded
  }

  async #save(next: Settings): Promise<void> {
    const before = this.#state
    const { saved, isPasswordTold, isPasswordOwn } = before
    const isOther = next.protect.passwordAdmin !== saved.protect.passwordAdmin
    const changed = settingKeys.filter((key) => !isDeepStrictEqual(next[key], saved[key]))
    // Flash wears out by writing.
    if (changed.length === 0) return
    await this.#write({
      saved: frozen(next),
      modifyOn: this.#options.now().toISOString(),
      isPasswordTold: isPasswordTold || isOther,
      isPasswordOwn: isPasswordOwn || isOther,
    })
    const applied = changed.filter((key) => settings[key].applies[this.#options.variant] === 'now')
    try {
      await this.#apply(applied)
    } catch (error) {
      // Otherwise the same request would find its values saved, and report success without applying them.
      const { modifyOn } = before
      await this.#write({ saved, modifyOn, isPasswordTold, isPasswordOwn })
      await this.#apply(applied).catch(() => {})
      throw error
    }
  }

  /** A failed write leaves the settings unchanged. */
  async #write(changes: Partial<State>): Promise<void> {
    const { saved, modifyOn, isPasswordTold, isPasswordOwn } = { ...this.#state, ...changes }
    const { attempt = withReason } = this.#options
    await attempt(() => this.#generations.write({ modifyOn, isPasswordTold, isPasswordOwn, settings: saved }))
    this.#loaded = { ...this.#state, ...changes }
    this.#isUnsaved = false
  }

  async #apply(keys: readonly SettingKey[]): Promise<void> {
    if (keys.length === 0) return
    const { saved, active } = this.#state
    const changes = Object.fromEntries(keys.map((key) => [key, saved[key]])) as Partial<Settings>
    this.#loaded = { ...this.#state, active: frozen({ ...active, ...changes }) }
    const outcomes = await Promise.allSettled(this.#listeners.map((listener) => listener(keys)))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}
