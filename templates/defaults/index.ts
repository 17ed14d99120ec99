/**
 * Defaults of new devices, derived from labels that all families share. Separate from the template files, so that
 * browsers can load it.
 */
export { alertsOf, type DefaultAlert, type DefaultCondition } from './alerts.ts'
export { type DefaultContent, type DefaultWidget, dashboardOf } from './dashboard.ts'
export { type EnergyRole, type EnergySensor, energyOf } from './energy.ts'
export type { DefaultParam, DefaultsSource } from './param.ts'
