export const dependencies = {
  title: 'Depends on',
  help: 'While one of these alerts is active, or one of these networks is out, messages about this alert wait. Its recipients are told once what it waits for; what is still active a minute after the other is over is told then.',
  on: 'Alerts and networks',
  add: 'Add an alert or a network',
  critical: 'Wait even when this alert is critical',
  criticalHelp: 'Otherwise messages about a critical alert wait for nothing.',
}
