import type { Clock } from '@busbar/kit'
import { Recorder, type RecorderOptions } from '@busbar/readings'
import { AlertWatch, type AlertWatchOptions } from '../alert-watch.ts'

interface Parts extends Pick<AlertWatchOptions, 'db' | 'clock' | 'now' | 'links'> {
  log: RecorderOptions['log'] & AlertWatchOptions['log']
  /** Rings at once: what is read is recorded before time goes on. */
  hasty: Clock
}

/** Records readings and judges alerts. */
export class WatchedRecorder {
  readonly recorder: Recorder
  readonly watch: AlertWatch

  constructor({ db, clock, hasty, now, log, links }: Parts) {
    this.watch = new AlertWatch({ db, clock, now, log, links, oldestOn: () => this.recorder.oldestOn })
    this.recorder = new Recorder({
      db,
      clock: hasty,
      now,
      log,
      bufferBytesMax: 1e7,
      flushReadings: 1,
      inRecordingTx: this.watch.inRecordingTx.bind(this.watch),
    })
  }

  async start(): Promise<void> {
    await this.recorder.start()
    await this.watch.start()
  }

  async stop(): Promise<void> {
    await this.watch.stop()
    await this.recorder.stop()
  }

  get isBusy(): boolean {
    return this.watch.status().pending > 0 || this.recorder.status().queuedPolls > 0
  }
}
