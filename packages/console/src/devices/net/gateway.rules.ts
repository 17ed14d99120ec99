import type { AnswerOf } from '../../data/api/api-query.ts'

export type Gateway = AnswerOf<'gateways', 'get'>
export type GatewayReport = NonNullable<Gateway['told']>['report']

const oldMs = 600_000
const clockOffSecMax = 60
const isMoving = /DOWNLOADING|CHECKING|SAVING|BUSY/

/** Something of an update will be otherwise soon. */
export const isUnderWay = (report: GatewayReport | undefined): boolean => {
  const { firmware, fwUpdate } = report ?? {}
  return (
    firmware?.isRequested === true || (firmware?.trial ?? null) !== null || isMoving.test(fwUpdate?.downloadState ?? '')
  )
}

/** What was told so long ago may be otherwise by now. */
export const isOld = (toldOn: string, nowMs: number): boolean => nowMs - Date.parse(toldOn) > oldMs

export const isClockOff = (offSec: number): boolean => Math.abs(offSec) > clockOffSecMax

/** Where an update stands, of all that there is to say the first that matters. */
export type UpdateStage =
  | 'unknown'
  | 'trial'
  | 'trial-problem'
  | 'failed'
  | 'wanted'
  | 'fetching'
  | 'taken-back'
  | 'ready'
  | 'found'
  | 'newest'

export const stageOf = ({ fwUpdate, firmware }: GatewayReport): UpdateStage => {
  if (fwUpdate === undefined) return 'unknown'
  const { trial, isRequested } = firmware ?? { trial: null, isRequested: false }
  if (trial !== null) return trial.problem === null ? 'trial' : 'trial-problem'
  if (isMoving.test(fwUpdate.downloadState)) return 'fetching'
  if (fwUpdate.errorCode !== null) return 'failed'
  if (isRequested) return 'wanted'
  const { availableVersion, savedVersion, currentVersion } = fwUpdate
  const newest = Math.max(availableVersion ?? 0, savedVersion ?? 0)
  if (firmware?.takenBack.includes(newest) === true) return 'taken-back'
  if ((savedVersion ?? 0) > currentVersion) return 'ready'
  if ((availableVersion ?? 0) > currentVersion) return 'found'
  return availableVersion === null ? 'unknown' : 'newest'
}
