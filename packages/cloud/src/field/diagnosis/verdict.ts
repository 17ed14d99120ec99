import type { Evidence, NetFacts, UnitFacts } from './facts.ts'
import { type Level, lineRules, type RuleName, unitRules } from './rules.ts'

/** A finding and its evidence. */
export interface Finding {
  rule: RuleName
  level: Level
  /** Missing where it is about the whole line. */
  unit?: number
  evidence: Evidence
}

const levels: readonly Level[] = ['critical', 'warning', 'unknown']

/** Judges a network by the table of rules, worst first. A unit has one verdict, and none where the line explains it. */
export const verdict = (facts: NetFacts): Finding[] => {
  const findings: Finding[] = []
  const explained = new Set<UnitFacts>()
  for (const { rule, level, judge, explains } of lineRules) {
    const evidence = explained.size > 0 && explained.size === facts.units.length ? null : judge(facts)
    if (evidence === null) continue
    findings.push({ rule, level, evidence: rounded(evidence) })
    for (const unit of explains?.(facts) ?? []) explained.add(unit)
  }
  for (const unit of facts.units) {
    const finding = explained.has(unit) ? null : unitFinding(unit, facts)
    if (finding !== null) findings.push(finding)
  }
  return findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
}

const unitFinding = (unit: UnitFacts, facts: NetFacts): Finding | null => {
  const others = facts.units.filter((other) => other !== unit)
  for (const { rule, level, judge } of unitRules) {
    const evidence = judge(unit, others, facts)
    if (evidence !== null) return { rule, level, unit: unit.unit, evidence: rounded(evidence) }
  }
  return null
}

const rounded = (evidence: Evidence): Evidence =>
  Object.fromEntries(Object.entries(evidence).map(([name, value]) => [name, Math.round(value)]))
