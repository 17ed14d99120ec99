import { type ChannelType } from '@busbar/alerts/channels'
import type { ScheduledStatus } from '@busbar/database/backup'
import { type Clock, RateLimit } from '@busbar/kit'
import type { DeliveryResult } from '@busbar/messaging/message'
import type { BackupFiles } from './backup-files.ts'
import type { CertificateStatus } from './certificates.ts'
import type { ChangelogSection } from './changelog.ts'
import type { DiskStatus } from './disk-watch.ts'
import type { InstallationSettings } from './installation-settings.ts'
import type { Sample } from './sample-plant.ts'

/** How the parts of the service are doing. */
export interface WorkStatus {
  startedOn: Date
  /** Why it does not do its work; null while it does. */
  problem: string | null
  recorder: { queuedPolls: number; droppedReadings: number; recordedReadings: number; failing: string | null }
  compaction: { readings: number; failures: number }
  links: { wanted: number; connected: number; callingIn: number }
  messages: { oldestMs: number; undelivered: number }
  clock: string
}

export interface InstallationOptions {
  clock: Clock
  settings: Pick<InstallationSettings, 'shown' | 'put'>
  work: () => Promise<WorkStatus>
  disk: () => Promise<DiskStatus>
  certificates: () => Promise<CertificateStatus[]>
  changelog: () => Promise<ChangelogSection[]>
  /** Null where no folder for them is set. */
  backups: {
    status: () => ScheduledStatus
    makeNow: () => Promise<void>
    files: Pick<BackupFiles, 'list' | 'check' | 'checking'>
  } | null
  sendTest: (type: ChannelType, recipient: string) => Promise<DeliveryResult>
  sample: Sample
}

/** Status and operations of the installation, for its administrators. */
export class Installation {
  static readonly testsPerMinute = 5
  readonly #options: InstallationOptions
  readonly #tests: RateLimit<string>

  constructor(options: InstallationOptions) {
    this.#options = options
    this.#tests = new RateLimit({ clock: options.clock, windowMs: 60_000 })
  }

  get settings(): InstallationOptions['settings'] {
    return this.#options.settings
  }

  get backups(): InstallationOptions['backups'] {
    return this.#options.backups
  }

  get sample(): Sample {
    return this.#options.sample
  }

  work(): Promise<WorkStatus> {
    return this.#options.work()
  }

  disk(): Promise<DiskStatus> {
    return this.#options.disk()
  }

  certificates(): Promise<CertificateStatus[]> {
    return this.#options.certificates()
  }

  changelog(): Promise<ChangelogSection[]> {
    return this.#options.changelog()
  }

  /** Counts a test message; answers how long to wait where there were too many, else 0. */
  takeTest(): number {
    return this.#tests.take('all', Installation.testsPerMinute)
  }

  sendTest(type: ChannelType, recipient: string): Promise<DeliveryResult> {
    return this.#options.sendTest(type, recipient)
  }
}
