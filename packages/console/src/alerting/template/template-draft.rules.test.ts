import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDraft } from '../form/draft.rules.ts'
import { type AlertTemplate, templateDraftOf, templateFields } from './template-draft.rules.ts'

const params = [
  { param: 't1', name: 'Temperature 1', unitName: '°C' },
  { param: 't2', name: 'Temperature 2' },
]
const template: AlertTemplate = {
  id: 7,
  templateId: 3,
  templateName: 'Oven',
  name: 'Hot',
  conditionLogic: 'all',
  logAs: 'critical',
  isEnabled: true,
  holdOffSec: 5,
  flapping: null,
  conditions: [{ param: 't2', kind: 'g', value: 90, holdSec: 30, deadband: 1 }],
  actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'a@example.org' }],
  followUps: [{ stage: 'resolved', timeoutMinutes: 1, type: 'sms', recepient: '+48600100200' }],
  deviceCount: 0,
  devices: [],
}

test('a template that is edited and not changed is sent as it was', () => {
  assert.deepEqual(templateFields(templateDraftOf(template, params), params), {
    name: 'Hot',
    description: null,
    conditionLogic: 'all',
    logAs: 'critical',
    holdOffSec: 5,
    flapping: null,
    policyId: null,
    conditions: template.conditions,
    actions: template.actions,
    followUps: [{ timeoutMinutes: 1, type: 'sms', recepient: '+48600100200', stage: 'resolved' }],
  })
})

test('a parameter that was not chosen has no name, which the service refuses', () => {
  assert.equal(templateFields(newDraft(null), params).conditions[0]?.param, '')
})
