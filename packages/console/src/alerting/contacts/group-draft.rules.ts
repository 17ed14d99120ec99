import { dateOfText, wallText } from '@busbar/ui/wall-time'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { clockText, minuteOf, nextKey } from './contact-draft.rules.ts'

export type Group = AnswerOf<'contactGroups', 'list'>[number]
type NewGroupFields = Omit<RequestOf<'contactGroups', 'create'>, 'orgId'>
export type RotationKind = Group['rotation']['kind']

export const rotationKinds: readonly RotationKind[] = ['weekly', 'daily', 'by-hand']

export interface DraftOverride {
  key: number
  contactId: number
  /** 0: the one on duty. */
  insteadOfId: number
  /** As a `datetime-local` input has them: in the zone of the viewer. */
  from: string
  till: string
}

export interface GroupDraft {
  name: string
  members: readonly number[]
  kind: RotationKind
  startsOn: string
  handover: string
  /** 0: none. */
  onDutyId: number
  overrides: readonly DraftOverride[]
}

const dayMs = 86_400_000

/** A day, from now. */
export const newOverride = (contactId: number, now: number, zone: string): DraftOverride => ({
  key: nextKey(),
  contactId,
  insteadOfId: 0,
  from: wallText(now, zone),
  till: wallText(now + dayMs, zone),
})

export const groupDraftOf = (group: Group | null, now: number, zone: string): GroupDraft => {
  const today = wallText(now, zone).slice(0, 10)
  const rotation = group?.rotation ?? { kind: 'weekly', startsOn: today, handoverMinute: 480 }
  const isByHand = rotation.kind === 'by-hand'
  return {
    name: group?.name ?? '',
    members: group?.members ?? [],
    kind: rotation.kind,
    startsOn: isByHand ? today : rotation.startsOn,
    handover: clockText(isByHand ? 480 : rotation.handoverMinute),
    onDutyId: isByHand ? (rotation.onDutyId ?? 0) : 0,
    overrides: (group?.overrides ?? []).map(({ contactId, insteadOfId = 0, from, till }) => ({
      key: nextKey(),
      contactId,
      insteadOfId,
      from: wallText(Date.parse(from), zone),
      till: wallText(Date.parse(till), zone),
    })),
  }
}

export const groupFields = (draft: GroupDraft, zone: string): NewGroupFields => {
  const { name, members, kind, startsOn, handover, onDutyId, overrides } = draft
  return {
    name,
    members: [...members],
    rotation:
      kind === 'by-hand'
        ? { kind, onDutyId: members.includes(onDutyId) ? onDutyId : null }
        : { kind, startsOn, handoverMinute: minuteOf(handover, false) },
    overrides: overrides.map(({ contactId, insteadOfId, from, till }) => ({
      contactId,
      ...(members.includes(insteadOfId) && { insteadOfId }),
      from: dateOfText(from, zone),
      till: dateOfText(till, zone),
    })),
  }
}

/** Returns what is missing or invalid, or null. */
export const groupProblem = ({ members, overrides }: GroupDraft): 'noMember' | 'backwards' | null => {
  if (members.length === 0) return 'noMember'
  return overrides.every(({ from, till }) => new Date(from) < new Date(till)) ? null : 'backwards'
}
