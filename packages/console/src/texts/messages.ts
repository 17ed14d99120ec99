/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */

export interface FirstTexts {
  common: {
    appName: string
    loading: string
    retry: string
    save: string
    cancel: string
    close: string
    never: string
    none: string
    name: string
    network: string
    device: string
    state: string
    value: string
    unit: string
    lastRead: string
    address: string
    since: string
    rows: (values: { count: number }) => string
    timesIn: (values: { zone: string | number }) => string
    slug: string
    slugHelp: string
    slugTaken: string
  }
  errors: {
    Unreachable: string
    SecondFactorNeeded: string
    SecondFactorWrong: string
    SignInStale: string
    NoOrganization: string
    NoAccount: string
    AccountExists: string
    IdentityTaken: string
    ProviderAway: string
    TooManyRequests: string
    NotAuthorized: string
    ObjectNotFound: string
    Unavailable: string
    InternalError: string
    unknown: string
  }
  shell: {
    skip: string
    navigation: string
    sidebar: string
    overview: string
    alerts: string
    dashboards: string
    energy: string
    pictures: string
    library: string
    reports: string
    contacts: string
    networks: string
    search: string
    more: string
    breadcrumb: string
    back: (values: { to: string | number }) => string
    activeAlerts: (values: { count: number }) => string
    newNet: string
    organization: string
    organizations: string
    roles: {
      demo: string
      viewer: string
      operator: string
      manager: string
      owner: string
    }
    account: string
    language: string
    clock: string
    clockBrowser: string
    clock24: string
    clock12: string
    theme: string
    themeSystem: string
    themeLight: string
    themeDark: string
    contrast: string
    contrastMore: string
    signOut: string
    live: string
    connecting: string
    secondsAgo: (values: { seconds: string | number }) => string
    late: string
    lastNews: (values: { ago: string | number }) => string
    noConnection: string
    retryIn: (values: { seconds: string | number }) => string
    lostServer: string
    shownIsFrom: (values: { when: string | number }) => string
    nothingCanBeSet: string
    tryingAgainIn: (values: { seconds: string | number }) => string
    tryNow: string
    computerAhead: (values: { by: string | number }) => string
    computerBehind: (values: { by: string | number }) => string
    computerHelp: string
    noOrg: string
    noOrgHelp: string
    notFound: string
    notFoundHelp: string
    broken: string
    brokenHelp: string
    messages: string
    leaveTitle: string
    leaveQuestion: string
    leave: string
    stay: string
    otherSessions: string
    endOthers: string
    noOtherSessions: string
    notifications: string
    noNotifications: string
    markRead: string
    markAllRead: string
    help: string
    thisPage: string
    noHelp: string
    keys: string
    keyPalette: string
    keyMove: string
    keyClose: string
    apiReference: string
    mayNot: string
    mayNotHelp: (values: { org: string | number; role: string | number; needed: string | number }) => string
  }
  signIn: {
    title: string
    email: string
    password: string
    showTyped: string
    submit: string
    wrong: string
    ended: string
    setupTitle: string
    setupHelp: string
    code: string
    codeWrong: string
    orgName: string
    orgZone: string
    yourName: string
    passwordHelp: string
    create: string
    again: string
    againHelp: string
    passwordWrong: string
    goOn: string
    asOther: string
    forgot: string
    forgotTitle: string
    forgotHelp: string
    forgotSend: string
    forgotSent: string
    toSignIn: string
    newPassword: string
    newPasswordSubmit: string
    linkGone: string
    invitationTitle: string
    invitationHelp: string
    invitationSubmit: string
    invitationGone: string
    secondFactor: string
    secondFactorHelp: string
    factorWrong: string
    checkCode: string
    otherAccount: string
    withPasskey: string
    passkeyFailed: string
    withProvider: (values: { name: string | number }) => string
    signingIn: string
    otherWay: string
  }
}


export interface HelpTexts {
  overview: readonly string[]
  newNet: readonly string[]
  gateway: readonly string[]
  imports: readonly string[]
  nets: readonly string[]
  device: readonly string[]
  param: readonly string[]
  contacts: readonly string[]
  alerts: readonly string[]
  dashboards: readonly string[]
  energy: readonly string[]
  pictures: readonly string[]
  reports: readonly string[]
  library: readonly string[]
  api: readonly string[]
  settings: readonly string[]
  shareLinks: readonly string[]
  aside: readonly string[]
  installation: readonly string[]
}


export interface Texts extends FirstTexts {
  palette: {
    title: string
    hint: string
    places: string
    values: string
    pages: string
    commands: string
    nothing: (values: { typed: string | number }) => string
    found: (values: { count: number }) => string
    unit: (values: { unit: string | number }) => string
    choose: string
    open: string
    close: string
    mute: (values: { name: string | number }) => string
    muted: (values: { count: number }) => string
    readNow: (values: { name: string | number }) => string
    read: (values: { name: string | number; value: string | number }) => string
    readSome: (values: { name: string | number; read: string | number; all: string | number }) => string
    toDark: string
    toLight: string
  }
  since: {
    title: string
    nothing: string
    alerts: (values: { began: string | number; ended: string | number }) => string
    began: (values: { count: number }) => string
    ended: (values: { count: number }) => string
    longest: (values: { span: string | number; name: string | number }) => string
    silent: (values: { name: string | number; span: string | number }) => string
    wasSilent: (values: { name: string | number; span: string | number }) => string
    moreOutages: (values: { count: number }) => string
    wrote: (values: { name: string | number; before: string | number; value: string | number }) => string
    moreWrites: (values: { count: number }) => string
  }
  deletion: {
    question: (values: { name: string | number }) => string
    lost: string
    devices: (values: { count: number }) => string
    params: (values: { count: number }) => string
    allParams: string
    readings: string
    uses: string
    forGood: string
    typeName: (values: { name: string | number }) => string
  }
  health: {
    ok: string
    partial: string
    silent: string
    unreachable: string
    idle: string
    disabled: string
    connected: string
    disconnected: string
  }
  overview: {
    title: string
    networks: string
    devices: string
    alerts: string
    connectedOf: (values: { some: string | number; all: string | number }) => string
    allCalm: string
    undelivered: (values: { count: number }) => string
    noNets: string
    noDevices: string
    find: string
    show: string
    showAll: string
    showTrouble: string
    trouble: string
    took: string
    nextTry: (values: { when: string | number }) => string
    failures: (values: { count: number }) => string
    confirm: string
    empty: (values: { name: string | number }) => string
    addDevices: string
    attention: (values: { count: number; all: string | number }) => string
    allInOrder: (values: { count: number }) => string
    view: string
    views: {
      cards: string
      table: string
      map: string
    }
    findNet: string
    noNetFound: (values: { text: string | number }) => string
    whatIsWrong: string
    keyValue: string
    last: string
    day: string
    month: string
    read: string
    readJustNow: string
    states: {
      critical: string
      warning: string
      unknown: string
      info: string
      ok: string
      muted: string
    }
    devicesRead: string
    of: (values: { all: string | number }) => string
    silent: (values: { count: number }) => string
    pausedCount: (values: { count: number }) => string
    netsConnected: string
    notConnected: (values: { count: number }) => string
    energyToday: string
    energyYesterday: string
    yesterday: string
    vsYesterday: (values: { difference: string | number }) => string
    energyByHour: (values: { sum: string | number }) => string
    todayPerHour: (values: { unit: string | number }) => string
    devicesOf: (values: { some: string | number; all: string | number }) => string
    silentOf: (values: { silent: string | number; all: string | number }) => string
    goingOnFor: (values: { span: string | number }) => string
    paused: string
    pausedSince: (values: { when: string | number }) => string
    noDevicesYet: string
    allAlerts: string
    morePlaces: (values: { count: number }) => string
    firstNet: string
    firstNetHelp: string
    gatewayCalls: string
    gatewayCallsHelp: string
    busbarDials: string
    busbarDialsHelp: string
    enterAddress: string
    afterThat: string
    nextSteps: {
      alerts: {
        title: string
        help: string
      }
      dashboards: {
        title: string
        help: string
      }
    }
    askManager: string
  }
  alerts: {
    title: string
    newAlert: string
    none: string
    noneHelp: string
    now: string
    activeCount: (values: { count: number }) => string
    calm: string
    all: string
    find: string
    show: string
    showOptions: {
      active: string
      unconfirmed: string
      muted: string
      unjudged: string
      quiet: string
      off: string
    }
    noneFound: string
    active: string
    activeConfirmed: string
    quiet: string
    unjudged: string
    undelivered: string
    off: string
    began: string
    lastBegan: string
    lastOver: string
    level: string
    levels: {
      none: string
      info: string
      warning: string
      failure: string
      critical: string
    }
    confirm: string
    confirmOf: (values: { name: string | number }) => string
    confirmHelp: string
    comment: string
    commentHelp: string
    confirmations: {
      confirmed: string
      'confirmed-before': string
      inactive: string
    }
    confirmedBy: (values: { who: string | number }) => string
    log: string
    emptyLog: string
    emptyLogHelp: string
    statuses: {
      active: string
      confirmed: string
      resolved: string
    }
    openAlert: string
    openNet: string
    pages: string
    pageOf: (values: { page: string | number; pages: string | number }) => string
    newer: string
    older: string
    tabs: {
      active: string
      all: string
      history: string
      contacts: string
      muteTimes: string
    }
    alertTabs: {
      state: string
      rule: string
      told: string
      history: string
    }
    notActive: string
    showAll: (values: { count: number }) => string
    stripHelp: string
    lastHours: (values: { count: number }) => string
    site: string
    allNets: string
    allLevels: string
    allStates: string
    pagesOfAlerts: string
    moreOf: (values: { name: string | number }) => string
    noConditions: string
    moreConditions: (values: { count: number }) => string
    begins: (values: { limit: string | number }) => string
    silent: string
    lasting: (values: { span: string | number }) => string
    since: (values: { time: string | number }) => string
    nobodyConfirmed: string
    neverBegan: string
    lastTime: (values: { time: string | number }) => string
    offSince: (values: { time: string | number }) => string
    lastDays: string
    times: (values: { count: number }) => string
    thisTime: string
    lastOccurrence: string
    wholeHistory: string
    span: string
    spans: {
      day: string
      week: string
      month: string
      quarter: string
      year: string
    }
    timeline: string
    occurrences: string
    notCreatedYet: string
    createdOn: (values: { time: string | number }) => string
    neverInSpan: (values: { time: string | number }) => string
    goesOn: string
    ended: {
      disabled: string
      deleted: string
    }
    messages: string
    noMessages: string
    messageStates: {
      waiting: string
      sending: string
      sent: string
      failed: string
      dropped: string
      unclear: string
      digested: string
    }
    attempts: (values: { count: number }) => string
  }
  alertForm: {
    alert: string
    now: string
    settings: string
    description: string
    conditions: string
    conditionsHelp: string
    condition: (values: { place: string | number }) => string
    addCondition: string
    param: string
    chooseParam: string
    kind: string
    kinds: {
      g: string
      ge: string
      l: string
      le: string
      eq: string
      neq: string
      'change-over': string
      'bit-set': string
      'bit-clear': string
      'reading-error': string
      'no-data': string
    }
    says: {
      g: (values: { value: string | number }) => string
      ge: (values: { value: string | number }) => string
      l: (values: { value: string | number }) => string
      le: (values: { value: string | number }) => string
      eq: (values: { value: string | number }) => string
      neq: (values: { value: string | number }) => string
      'change-over': (values: { value: string | number }) => string
      'bit-set': (values: { value: string | number }) => string
      'bit-clear': (values: { value: string | number }) => string
      'reading-error': string
      'no-data': (values: { value: string | number }) => string
    }
    saysHold: {
      hold: (values: { span: string | number }) => string
      within: (values: { span: string | number }) => string
    }
    values: {
      limit: string
      seconds: string
      bit: string
      change: string
    }
    holds: {
      hold: string
      within: string
    }
    holdHelp: {
      hold: string
      within: string
    }
    deadbands: {
      deadband: string
      tolerance: string
    }
    deadbandHelp: {
      deadband: string
      tolerance: string
    }
    met: string
    notMet: string
    logic: string
    any: string
    allOf: string
    holdOff: string
    holdOffHelp: string
    flapChanges: string
    flapMinutes: string
    flapHelp: string
    actions: string
    actionsHelp: string
    action: (values: { place: string | number }) => string
    addAction: string
    followUps: string
    followUpsHelp: string
    followUp: (values: { place: string | number }) => string
    addFollowUp: string
    stage: string
    stages: {
      'not-confirmed': string
      confirmed: string
      resolved: string
    }
    channel: string
    channels: {
      email: string
      sms: string
      'voice-call': string
      webhook: string
      telegram: string
      ntfy: string
      'write-param': string
      push: string
    }
    recipients: {
      email: string
      sms: string
      'voice-call': string
      webhook: string
      telegram: string
      ntfy: string
    }
    writeTo: string
    writeValue: string
    delay: string
    delayHelp: {
      active: string
      'not-confirmed': string
      confirmed: string
      resolved: string
    }
    test: string
    testing: string
    testLater: string
    testSent: string
    remove: string
    removeItem: (values: { name: string | number }) => string
    create: string
    created: (values: { name: string | number }) => string
    saved: string
    fixFields: string
    switchOn: string
    switchOff: string
    switchOffQuestion: string
    delete: string
    deleteQuestion: string
    deleted: (values: { name: string | number }) => string
    warnings: {
      title: string
      noConditions: string
      nobody: string
      noProvider: (values: { channel: string | number }) => string
      smsOff: string
      never: (values: { min: string | number; max: string | number }) => string
      always: (values: { min: string | number; max: string | number }) => string
    }
    wrong: {
      whole: (values: { min: string | number; max: string | number }) => string
      length: (values: { max: string | number }) => string
      tooLong: (values: { max: string | number }) => string
      tooMany: (values: { max: string | number }) => string
      tooManyToTry: (values: { max: string | number }) => string
      moreThanZero: string
      negative: string
      unknown: string
      within: string
      needed: string
      holdsText: string
      readOnly: string
      phone: string
      email: string
      webhook: string
      telegram: string
      ntfy: string
    }
  }
  alertTemplates: {
    title: string
    none: string
    help: string
    add: string
    made: (values: { alerts: number; devices: number }) => string
    forWhat: string
    forValue: string
    forKind: string
    forAll: (values: { kind: string | number }) => string
    kind: string
    chooseKind: string
    create: string
    saveAll: string
    changed: string
    devices: string
    deviceCount: (values: { count: number }) => string
    noDevices: string
    noDevicesHelp: string
    moreDevices: (values: { count: number }) => string
    missing: (values: { params: string | number }) => string
    noAlert: string
    offHere: string
    exception: string
    exceptionOf: (values: { name: string | number }) => string
    asTemplate: (values: { value: string | number }) => string
    madeBy: string
    changeThere: string
    deleteOf: (values: { name: string | number }) => string
    whatOfAlerts: string
    fates: {
      keep: string
      delete: string
    }
    fateHelp: {
      keep: string
      delete: string
    }
  }
  backTest: {
    title: string
    help: string
    incomplete: string
    span: string
    spans: {
      1: string
      7: string
      30: string
    }
    running: string
    never: string
    times: (values: { count: number }) => string
    told: (values: { times: string | number; span: string | number }) => string
    messages: (values: { count: number }) => string
    cut: string
    strip: (values: { times: string | number }) => string
    list: string
    goesOn: string
    noReading: string
  }
  quiet: {
    title: string
    help: string
    limited: string
    limitedHelp: string
    hours: string
    days: string
    from: string
    till: string
    addHours: string
    zone: string
    windows: string
    windowsHelp: string
    window: string
    addWindow: string
    wrong: {
      noHours: string
      noDays: string
      backwards: string
    }
    nets: string
    netsHelp: string
    noNets: string
    times: string
    timesOf: (values: { name: string | number }) => string
    atHours: string
    always: string
    windowCount: (values: { count: number }) => string
  }
  outage: {
    act: string
    of: (values: { name: string | number }) => string
    help: string
    after: string
    who: string
    nobody: string
    told: (values: { policy: string | number; minutes: string | number }) => string
  }
  sending: {
    title: string
    sms: string
    smsHelp: string
    smsOff: string
    limit: string
    limitHelp: string
    limitOfInstallation: string
    spent: (values: { cost: string | number; limit: string | number; count: number }) => string
    outages: string
    outagesHelp: string
    key: string
    keyHelp: string
    showKey: string
    hideKey: string
    newKey: string
    newKeyQuestion: string
  }
  holds: {
    title: string
    why: {
      maintenance: string
      hours: string
      mute: string
      dependency: string
      flapping: string
    }
    till: (values: { time: string | number }) => string
    by: (values: { who: string | number }) => string
    select: (values: { name: string | number }) => string
    selectAll: string
    selected: (values: { count: number }) => string
    mute: string
    unmute: string
    quickMute: {
      hour: string
      tomorrow: string
    }
    confirmMany: string
    muteMany: string
    muteHelp: string
    muteFor: string
    muteTimes: {
      hour: string
      'four-hours': string
      tomorrow: string
      other: string
    }
    muteTill: string
    wrongTill: string
    confirmedOf: (values: { done: string | number; all: string | number }) => string
    mutedOf: (values: { done: string | number; all: string | number }) => string
    unmutedOf: (values: { done: string | number; all: string | number }) => string
    mutedNow: string
    noneMuted: string
  }
  maintenance: {
    title: string
    none: string
    help: string
    add: string
    edit: string
    editOf: (values: { name: string | number }) => string
    name: string
    reason: string
    kind: string
    kinds: {
      weekly: string
      monthly: string
      once: string
    }
    days: string
    nth: string
    nths: {
      1: string
      2: string
      3: string
      4: string
      '-1': string
    }
    day: string
    from: string
    till: string
    overMidnight: string
    covers: string
    addCovered: string
    networks: string
    devices: string
    alerts: string
    remove: (values: { name: string | number }) => string
    next: string
    neverAgain: string
    byZone: (values: { zone: string | number }) => string
    madeBy: (values: { who: string | number }) => string
    delete: string
    deleted: string
    saved: string
    wrong: {
      noDays: string
      noObjects: string
      backwards: string
    }
  }
  dependencies: {
    title: string
    help: string
    on: string
    add: string
    critical: string
    criticalHelp: string
  }
  paramSearch: {
    hint: string
    nothing: string
    more: (values: { count: number }) => string
  }
  contacts: {
    title: string
    help: string
    none: string
    notForYou: string
    newContact: string
    edit: string
    editOf: (values: { name: string | number }) => string
    saved: string
    deleteQuestion: (values: { name: string | number }) => string
    usedBy: (values: { names: string | number }) => string
    language: string
    account: string
    noAccount: string
    channels: string
    channelsHelp: string
    channel: (values: { place: string | number }) => string
    addChannel: string
    up: string
    upOf: (values: { name: string | number }) => string
    limited: string
    limitedHelp: string
    by: string
    critical: string
    atHours: string
    criticalAnyHour: string
    groups: string
    groupsHelp: string
    noGroups: string
    newGroup: string
    nobody: string
    onDutyNow: string
    onDutyIn: (values: { group: string | number }) => string
    setOnDuty: string
    turns: string
    kinds: {
      weekly: string
      daily: string
      'by-hand': string
    }
    members: string
    addMember: string
    startsOn: string
    handover: string
    handoverHelp: string
    overrides: string
    override: (values: { place: string | number }) => string
    addOverride: string
    standIn: string
    insteadOf: string
    whoeverOnDuty: string
    nextWeeks: string
    policies: string
    policiesHelp: string
    noPolicies: string
    newPolicy: string
    policy: string
    policyHelp: string
    noPolicy: string
    step: (values: { place: string | number }) => string
    addStep: string
    atOnce: string
    after: (values: { count: number }) => string
    repeat: string
    repeatMinutes: string
    rounds: string
    repeats: (values: { every: number; rounds: number }) => string
    oneRound: string
    wrong: {
      noChannel: string
      noHours: string
      noDays: string
      noMember: string
      backwards: string
      noStep: string
      noTarget: string
      order: string
      repeat: string
    }
  }
  dashboards: {
    title: string
    main: string
    widgets: string
    none: string
    noneHelp: string
    noneHelpViewer: string
    edit: string
    fullScreen: string
    more: string
    new: string
    madeFrom: string
    madeFromNothing: string
    create: string
    duplicate: string
    export: string
    import: string
    notADocument: string
    add: string
    addTo: string
    added: string
    kinds: {
      number: string
      chart: string
      gauge: string
      bars: string
      timeline: string
      switch: string
      setpoint: string
      table: string
      alarms: string
      picture: string
      text: string
    }
    lastDay: (values: { name: string | number }) => string
    dayRange: (values: { least: string | number; greatest: string | number }) => string
    above: (values: { limit: string | number }) => string
    below: (values: { limit: string | number }) => string
    between: (values: { from: string | number; till: string | number }) => string
    onScale: (values: { least: string | number; greatest: string | number }) => string
    barsOf: (values: { name: string | number; count: string | number }) => string
    stripOf: (values: { name: string | number }) => string
    per: {
      hour: string
      day: string
      month: string
    }
    noData: string
    running: string
    incomplete: string
    days: (values: { count: number }) => string
    uptime: string
    wasRead: string
    availability: {
      read: string
      part: string
      failed: string
    }
    value: string
    dayLeast: string
    dayGreatest: string
    age: string
    noAlarms: string
    on: string
    off: string
    set: string
    notWritable: string
    mayNotWrite: string
    noDevice: string
    noSuchValue: (values: { key: string | number }) => string
    gone: {
      param: (values: { name: string | number }) => string
      device: (values: { name: string | number }) => string
      net: (values: { name: string | number }) => string
      vis: (values: { name: string | number }) => string
    }
    editing: (values: { name: string | number }) => string
    isDraft: string
    tooNarrow: string
    isUnchanged: string
    undo: string
    redo: string
    discard: string
    done: string
    publish: string
    published: string
    overtaken: (values: { by: string | number }) => string
    somebody: string
    overtakenAt: (values: { by: string | number; when: string | number }) => string
    draftKept: (values: { when: string | number }) => string
    draftOld: string
    restoreDraft: string
    discardDraft: string
    publishOver: string
    addWidget: string
    noPictures: string
    inspect: string
    tabs: {
      values: string
      look: string
      limits: string
    }
    widgetTitle: string
    widgetTitleHelp: string
    kind: string
    values: string
    addValue: string
    axis: string
    left: string
    right: string
    onValue: string
    offValue: string
    textHelp: string
    scope: string
    scopes: {
      org: string
      net: string
      device: string
    }
    source: string
    sources: {
      states: string
      availability: string
    }
    stateMeans: (values: { state: string | number }) => string
    tones: {
      on: string
      off: string
      warning: string
      critical: string
    }
    lookedAt: string
    choose: string
    hasTrend: string
    hasQuiet: string
    least: string
    greatest: string
    interval: string
    barOf: string
    ofCounter: string
    ofRate: string
    barCount: string
    dayCount: string
    width: string
    height: string
    limitsHelp: string
    limit: (values: { number: string | number }) => string
    level: string
    warning: string
    critical: string
    from: string
    till: string
    addLimit: string
    removeLimit: (values: { number: string | number }) => string
    removeWidget: string
    copyWidget: string
    settings: string
    template: string
    noTemplate: string
    templateHelp: string
    refresh: string
    refreshHelp: string
    editHelp: string
    delete: string
    deleteQuestion: string
    editWidget: (values: { name: string | number }) => string
    moveHelp: string
    saidPlaced: (values: { name: string | number; column: string | number; row: string | number; width: string | number; height: string | number }) => string
    saidRemoved: (values: { name: string | number }) => string
    arrange: string
    arrangeHelp: string
    move: (values: { name: string | number }) => string
    remove: (values: { name: string | number }) => string
    saidHeld: (values: { name: string | number; place: string | number; count: string | number }) => string
    saidMoved: (values: { name: string | number; place: string | number; count: string | number }) => string
    saidDropped: (values: { name: string | number; place: string | number; count: string | number }) => string
    saidCancelled: (values: { name: string | number }) => string
  }
  sharing: {
    share: string
    titles: {
      dashboard: string
      picture: string
      report: string
    }
    helps: {
      dashboard: string
      picture: string
      report: string
    }
    name: string
    nameHint: string
    namePlaceholders: {
      dashboard: string
      picture: string
      report: string
    }
    lives: string
    lifetimes: {
      hour: string
      day: string
      week: string
      month: string
      quarter: string
      year: string
      twoYears: string
    }
    isKiosk: string
    isKioskHelp: string
    make: string
    made: string
    link: string
    copy: string
    copied: string
    linksTo: {
      dashboard: string
      picture: string
      report: string
    }
    none: string
    noneHelp: string
    revoke: string
    revokeOf: (values: { name: string | number }) => string
    revokeQuestion: (values: { name: string | number }) => string
    pageTitle: string
    all: string
    object: string
    makerGone: string
    ends: string
    endsOn: (values: { when: string | number }) => string
    endedOn: (values: { when: string | number }) => string
    lastUsed: string
    usedOn: (values: { when: string | number }) => string
    neverUsed: string
    opened: string
    openings: (values: { count: number }) => string
    places: (values: { count: number }) => string
    manyPlaces: string
    kiosk: string
    showKiosk: string
    kioskHelp: string
    kioskEnds: (values: { when: string | number }) => string
    kioskByLink: string
    kioskAskManager: string
    hide: string
    readOnly: (values: { till: string | number }) => string
    endTitle: string
    endHelp: string
    dead: (values: { since: string | number }) => string
    turn: (values: { page: string | number; pages: string | number; seconds: string | number }) => string
  }
  map: {
    label: string
    keys: string
    zoomIn: string
    zoomOut: string
    without: (values: { count: number }) => string
    cluster: (values: { count: string | number; first: string | number; state: string | number }) => string
    noPlaces: string
    noPlacesHelp: string
    askManager: string
    place: string
    placeHelp: string
    latitude: string
    latitudeHint: string
    longitude: string
    longitudeHint: string
    wrongDegrees: (values: { max: string | number }) => string
    choose: string
    takeAway: string
  }
  energy: {
    title: string
    trees: string
    noTree: string
    noTreeHelp: string
    thisMonth: string
    notLoaded: string
    sensorsOf: (values: { known: string | number; all: string | number }) => string
    period: string
    kinds: {
      day: string
      week: string
      month: string
      year: string
      span: string
    }
    earlier: string
    later: string
    current: string
    compare: string
    comparisons: {
      before: string
      year: string
    }
    daysOf: (values: { passed: string | number; all: string | number }) => string
    goTo: string
    date: string
    firstDay: string
    lastDay: string
    show: string
    total: string
    against: {
      before: (values: { amount: string | number }) => string
      year: (values: { amount: string | number }) => string
    }
    more: string
    less: string
    comparedPartly: (values: { share: string | number }) => string
    mainNotRead: (values: { amount: string | number }) => string
    unmetered: string
    unmeteredOrUnread: string
    unmeteredUnknown: string
    noMainMeter: string
    ofTotal: (values: { share: string | number }) => string
    coverage: string
    coverageStrip: (values: { share: string | number }) => string
    readFor: (values: { share: string | number }) => string
    peak: string
    standby: string
    standbyShare: (values: { amount: string | number; share: string | number }) => string
    standbyHelp: string
    tooCoarse: string
    flows: string
    levels: string
    levelChoices: {
      1: string
      2: string
      all: string
    }
    noFlows: string
    excess: (values: { name: string | number; amount: string | number; share: string | number }) => string
    own: string
    moreBranches: (values: { count: number }) => string
    byTime: string
    cut: string
    cadences: {
      'quarter-hour': string
      hour: string
      day: string
      week: string
      month: string
    }
    barsKeys: string
    asTable: string
    when: string
    setAsideCount: (values: { count: number }) => string
    byHour: string
    heatRange: (values: { least: string | number; greatest: string | number }) => string
    oddDay: (values: { day: string | number; hours: string | number }) => string
    hoursTooLong: string
    load: string
    duration: string
    durationHelp: string
    noLoad: string
    byBranch: string
    branches: string
    branch: string
    share: string
    course: string
    readings: string
    sensors: string
    mainMeter: string
    showBelow: (values: { name: string | number }) => string
    way: string
    setAsideTitle: (values: { count: number }) => string
    showAll: (values: { count: string | number }) => string
    showFewer: string
    lookAt: (values: { name: string | number }) => string
    asideReasons: {
      spike: string
      invalid: string
      jump: string
      unusual: string
      replacement: string
      reset: string
    }
    rawHelp: string
    wholeHistory: string
    rawGone: string
    rawReadings: string
    shownByMeter: string
    asideHere: string
    noSensors: string
    noSensorsHelp: string
    mixedUnits: (values: { units: string | number }) => string
    notYet: string
    notYetHelp: string
    csv: string
  }
  energyEdit: {
    title: string
    edit: string
    notAllowed: string
    counts: (values: { branches: string | number; sensors: string | number }) => string
    help: string
    undo: string
    done: string
    outline: string
    newBranch: string
    branchBelow: string
    branch: string
    below: string
    top: string
    toTop: string
    noBranches: string
    noSensors: string
    mainMeter: string
    fromPower: string
    alsoIn: (values: { branch: string | number }) => string
    alreadyIn: (values: { branch: string | number }) => string
    move: (values: { name: string | number }) => string
    saidHeld: (values: { name: string | number }) => string
    saidOver: (values: { name: string | number; place: string | number }) => string
    saidDropped: (values: { name: string | number; place: string | number }) => string
    saidBack: (values: { name: string | number }) => string
    refused: {
      itself: string
      tooDeep: string
      same: string
      hasMain: string
      twice: string
    }
    unused: string
    search: string
    allUsed: string
    moreFound: (values: { count: string | number }) => string
    otherParam: string
    add: string
    addTitle: (values: { name: string | number }) => string
    kind: string
    kinds: {
      energy: string
      power: string
    }
    factor: string
    factorHelp: string
    factorWrong: string
    isMain: string
    isMainHelp: string
    mainTaken: (values: { name: string | number }) => string
    takeOut: string
    takeOutQuestion: string
    delete: string
    deleteBranch: (values: { branches: number; sensors: number }) => string
    settings: string
    zone: (values: { zone: string | number }) => string
    duplicate: string
    deleteTree: string
    deleteTreeQuestion: string
    newTree: string
    create: string
    timeZone: string
    timeZoneHelp: string
    meter: string
    reason: string
    step: (values: { when: string | number; amount: string | number }) => string
    book: string
    bookedStep: (values: { when: string | number }) => string
    exchanged: (values: { when: string | number; end: string | number; start: string | number }) => string
    noExchanges: string
    takeBack: string
    tellExchange: string
    exchangedOn: string
    yourTime: string
    endValue: string
    startValue: string
    corrected: string
    recompute: string
    recomputeHelp: string
    recomputeFrom: string
    recomputeTill: string
    recomputed: (values: { count: number }) => string
    daysLeft: (values: { count: number }) => string
  }
  energyPlans: {
    budgets: string
    back: string
    none: string
    noneHelp: string
    change: string
    create: string
    method: string
    branch: string
    wholeTree: string
    planOf: string
    plansOf: {
      amount: string
      cost: string
    }
    months: string
    sameForAll: string
    noPlan: string
    tolerance: string
    contacts: string
    addContact: string
    removeContact: (values: { name: string | number }) => string
    contactGroup: string
    wrongNumber: string
    soFar: (values: { amount: string | number }) => string
    ofPlan: (values: { amount: string | number }) => string
    expected: (values: { amount: string | number }) => string
    above: (values: { percent: string | number }) => string
    below: (values: { percent: string | number }) => string
    onPlan: string
    notKnown: string
    noFigures: string
    noPlanNow: string
    bar: (values: { soFar: string | number; expected: string | number; plan: string | number }) => string
    mute: string
    unmute: string
    muted: (values: { day: string | number }) => string
    deleteQuestion: string
    nobody: string
    told: (values: { count: number }) => string
    shownIn: string
    degreeDays: string
    degreeDaysHelp: (values: { base: string | number }) => string
    kinds: {
      heating: string
      cooling: string
    }
    kind: string
    base: string
    temperature: string
    takeAway: string
    choose: string
    noTemperature: string
    perDegreeDay: string
    counted: string
    degreeDaySum: string
    energyOfDays: string
    normalised: (values: { change: string | number }) => string
    tooFew: string
    checks: string
    allGood: string
    findings: {
      twice: string
      over: (values: { amount: string | number }) => string
      empty: string
      noData: (values: { count: number }) => string
    }
    moveUp: string
    moveDown: string
  }
  tariff: {
    title: string
    back: string
    notAllowed: string
    help: (values: { zone: string | number }) => string
    general: string
    currency: string
    currencyHelp: string
    unit: string
    unitHelp: string
    from: (values: { day: string | number }) => string
    validFrom: string
    fixed: (values: { currency: string | number }) => string
    co2: (values: { unit: string | number }) => string
    factor: (values: { unit: string | number }) => string
    factorHelp: string
    factorUnit: string
    price: (values: { currency: string | number; unit: string | number }) => string
    allHours: string
    newZone: string
    otherHours: string
    addZone: string
    removeZone: string
    addHours: string
    removeHours: string
    fromClock: string
    tillClock: string
    days: string
    months: string
    addVersion: string
    removeVersion: string
    remove: string
    removeQuestion: string
    saved: string
    problems: {
      currency: string
      unit: string
      order: string
      price: string
      name: string
      hours: string
      number: string
    }
    cost: string
    none: string
    noneHelp: string
    energyCost: string
    fixedPart: string
    zones: string
    byBranch: string
    branch: string
    amount: string
    otherUnit: string
    notPriced: string
  }
  pictures: {
    title: string
    none: string
    noneHelp: string
    noneHelpViewer: string
    noneShown: string
    noneShownHelp: string
    show: string
    all: string
    abnormal: string
    faceplates: string
    faceplate: string
    more: string
    faults: (values: { count: number }) => string
    warnings: (values: { count: number }) => string
    notRead: (values: { count: number }) => string
    importSvg: string
    importHelp: string
    file: string
    leftOut: string
    nothingLeftOut: string
    create: string
    group: string
    groupHelp: string
    settings: string
    duplicate: string
    delete: string
    deleteQuestion: string
    fullScreen: string
    leaveFullScreen: string
    list: string
    noThings: string
    noneAbnormal: string
    openChart: string
    alarms: string
    noAlarms: string
    moreAlarms: (values: { count: string | number }) => string
    switchOn: string
    switchOff: string
    set: string
    push: string
    cannotWrite: string
    noRight: string
    asOf: (values: { when: string | number }) => string
    notKnown: string
    groupTabs: string
    states: {
      off: string
      run: string
      warn: string
      fault: string
      unknown: string
    }
    symbols: string
    symbolsHelp: string
    findSymbol: string
    noSymbol: string
    symbolGroups: {
      electric: string
      water: string
      hvac: string
      solar: string
      building: string
      instruments: string
    }
    new: string
    from: string
    fromNothing: string
    draw: string
    edit: string
    editor: {
      tools: string
      select: string
      pipe: string
      wire: string
      undo: string
      redo: string
      align: {
        left: string
        centre: string
        right: string
        top: string
        middle: string
        bottom: string
      }
      distributeX: string
      distributeY: string
      group: string
      ungroup: string
      front: string
      back: string
      lock: string
      unlock: string
      duplicate: string
      remove: string
      snap: string
      zoomIn: string
      zoomOut: string
      canvas: (values: { items: string | number; chosen: string | number }) => string
      shapes: {
        text: string
        title: string
        value: string
        box: string
        area: string
        wall: string
        ellipse: string
        control: string
      }
      layers: string
      layer: string
      addLayer: string
      showLayer: string
      hideLayer: string
      noLayer: string
      unlockAll: (values: { count: number }) => string
      chosen: (values: { count: number }) => string
      nothingChosen: string
      width: string
      height: string
      turn: string
      text: string
      look: string
      looks: {
        n: string
        title: string
        c: string
        box: string
        area: string
        wall: string
        pipe: string
        wire: string
        bus: string
      }
      placeAlike: (values: { count: number }) => string
      element: string
      whole: string
      isFaceplate: string
      isFaceplateHelp: string
      args: string
      argName: string
      argTakes: string
      takes: {
        param: string
        number: string
        text: string
      }
      addArg: string
      shows: string
      nothing: string
      aParam: string
      aFormula: string
      anArg: string
      formulaHelp: string
      decimals: string
      unit: string
      rules: string
      addRule: string
      removeRule: string
      from: string
      till: string
      equals: string
      of: string
      itself: string
      does: string
      outcomes: {
        state: string
        text: string
        color: string
        fill: string
        rotate: string
        move: string
        size: string
        flow: string
        visible: string
      }
      shown: string
      hidden: string
      right: string
      down: string
      atFrom: string
      atTill: string
      click: string
      clickChart: string
      clickGo: string
      clickSwitch: string
      clickSet: string
      clickButton: string
      clickSlider: string
      step: string
      whoMay: string
      roles: {
        operator: string
        manager: string
        owner: string
      }
      writes: string
      onValue: string
      offValue: string
      least: string
      most: string
      try: string
      stopTrying: string
      tryWith: string
      liveValues: string
      madeUpValues: string
      version: (values: { version: string | number }) => string
      versions: string
      noVersions: string
      replaced: (values: { when: string | number; by: string | number }) => string
      goBack: string
      goBackQuestion: string
      publish: string
      saved: string
      noRight: string
      tooSmall: string
    }
  }
  reports: {
    title: string
    none: string
    noneHelp: string
    make: string
    branchCount: (values: { count: number }) => string
    goesOut: (values: { when: string | number; count: number }) => string
    scheduled: {
      week: (values: { weekday: string | number; count: number }) => string
      month: (values: { day: string | number; count: number }) => string
    }
    chart: string
    drawn: string
    cut: string
    segments: {
      'half-hour': string
      hour: string
      day: string
      month: string
    }
    byTime: {
      'half-hour': string
      hour: string
      day: string
      month: string
    }
    when: {
      'half-hour': string
      hour: string
      day: string
      month: string
    }
    totals: string
    total: string
    branch: string
    change: string
    cost: string
    data: string
    formula: string
    hours: (values: { count: string | number }) => string
    partly: string
    clocksSet: string
    onlyFirst: (values: { shown: string | number; all: string | number }) => string
    notRead: (values: { name: string | number; from: string | number; till: string | number }) => string
    sumsOfKnown: (values: { share: string | number }) => string
    andMore: (values: { count: string | number }) => string
    moreGaps: (values: { count: number }) => string
    readFor: (values: { share: string | number }) => string
    print: string
    printNote: string
    made: (values: { when: string | number; who: string | number }) => string
    edit: string
    show: string
    notAllowed: string
    unsaved: string
    saved: string
    undo: string
    redo: string
    delete: string
    deleteQuestion: (values: { name: string | number }) => string
    reportName: string
    nameExample: string
    branches: string
    add: string
    noBranches: string
    noBranchesHelp: string
    newBranch: string
    nameMissing: string
    category: string
    value: string
    kinds: {
      sum: string
      param: string
      formula: string
      link: string
    }
    sumHelp: string
    counter: string
    counterMissing: string
    link: string
    chooseLink: string
    unit: string
    unitHelp: string
    decimals: string
    decimalsHelp: string
    maxPerHour: string
    maxPerHourHelp: string
    borders: string
    bordersHelp: string
    move: string
    steps: {
      up: string
      down: string
      out: string
      in: string
    }
    removeBranch: string
    formulaExample: string
    formulaHelp: string
    proposals: string
    atCharacter: (values: { place: string | number }) => string
    yesterday: string
    mistakes: {
      'too-long': string
      'number-too-long': string
      'bad-parameter': string
      'unknown-character': string
      'too-many-parameters': string
      'goes-on': string
      'ends-early': string
      'operand-missing': string
      'not-closed': string
      'too-deep': string
      'unknown-parameter': string
    }
    mail: string
    noMailServer: string
    howOften: string
    everyNames: {
      week: string
      month: string
    }
    onDay: string
    weekdays: readonly string[]
    monthDay: (values: { day: string | number }) => string
    atTime: string
    nextOn: (values: { when: string | number }) => string
    whenOver: {
      week: string
      month: string
    }
    to: string
    toHelp: string
    addressStates: {
      asked: string
      refused: string
    }
    unanswered: string
    addAddress: string
    addressWrong: string
    removeAddress: (values: { address: string | number }) => string
    attached: string
    formats: {
      xlsx: string
      html: string
      csv: string
    }
    language: string
    warnBelow: string
    warnBelowHelp: string
    sendNow: string
    sendNowHelp: string
    sentNow: (values: { address: string | number }) => string
    mailSaved: string
    mailEnded: string
    endMail: string
    sent: string
    nothingSent: string
    states: {
      waiting: string
      sent: string
      failed: string
      unclear: string
    }
    test: string
    logo: string
    logoHelp: string
    logoChoose: string
    logoRemove: string
    logoWrong: string
  }
  net: {
    connection: string
    protocol: string
    lastError: string
    noDevices: string
    noDevicesHelp: string
    period: string
    drop: string
    dropQuestion: string
    dropped: (values: { count: number }) => string
    pause: string
    goOn: string
    pauseQuestion: string
    pausedSince: (values: { when: string | number }) => string
    pausedByAdmin: string
    polling: string
    notPolled: string
    busLoad: string
    busFull: string
    cycle: string
    lastCycle: string
    lag: string
    requests: string
    exchange: string
    polls: string
    readings: string
    skipped: string
    failures: string
    calledIn: (values: { mac: string | number }) => string
    keys: string
    keysOf: (values: { gateway: string | number; cloud: string | number }) => string
    keysHint: string
    settings: string
    description: string
    timeout: string
    depth: string
    writing: string
    writingHelp: string
    saved: string
    delete: string
    deleteHelp: string
    deleted: (values: { name: string | number }) => string
    addDevices: string
    shares: string
    sharesHelp: string
    sharedWith: (values: { orgId: string | number }) => string
    sharedSince: (values: { when: string | number; by: string | number }) => string
    share: string
    unshare: string
    unshareQuestion: (values: { orgId: string | number }) => string
    shareOrg: string
    shareOrgHint: (values: { orgId: string | number }) => string
    parts: string
    devices: string
    busHealth: string
    silent: (values: { count: number }) => string
    paused: (values: { count: number }) => string
    dialled: (values: { address: string | number }) => string
    findDevice: string
    noneFound: (values: { text: string | number }) => string
    devicesRead: string
    of: (values: { all: string | number }) => string
    cannotKeepUp: string
    roundTakes: string
    ofAllowed: (values: { time: string | number }) => string
    answerTime: string
    took: string
    failedInDay: string
    readInDay: string
    readInMonth: string
    thisService: string
    dials: string
    listens: string
    remote: string
    gateway: string
    units: (values: { count: number }) => string
    unitsAnswer: (values: { all: string | number }) => string
    keyParam: string
    keyParamHelp: string
    keyParamNow: (values: { name: string | number }) => string
    keyParamChoose: string
    keyParamAuto: string
  }
  newNet: {
    title: string
    progress: string
    step: {
      connection: string
      units: string
      templates: string
      preview: string
      create: string
      done: string
    }
    stepOf: (values: { step: string | number; all: string | number }) => string
    back: string
    next: string
    discard: string
    discardQuestion: string
    nameHint: string
    nameWrong: string
    way: string
    wayDirect: string
    wayDirectHint: string
    wayCode: string
    wayCodeHint: string
    host: string
    hostHint: string
    hostWrong: string
    port: string
    protocol: string
    protocols: {
      modbustcp: string
      'rtu-over-tcp': string
      'ascii-over-tcp': string
    }
    protocolHint: string
    code: string
    codeHint: string
    check: string
    checking: string
    checkFailed: string
    connectedTo: (values: { where: string | number }) => string
    trouble: {
      notAllowed: (values: { host: string | number }) => string
      refused: (values: { host: string | number }) => string
      noAnswer: (values: { host: string | number }) => string
      noHost: (values: { host: string | number }) => string
      noWay: (values: { host: string | number }) => string
      other: (values: { host: string | number }) => string
    }
    notCalled: string
    codeWrong: string
    scanHelp: string
    from: string
    till: string
    rangeWrong: string
    scan: string
    scanAgain: string
    stop: string
    asked: (values: { asked: string | number; all: string | number }) => string
    waiting: string
    found: (values: { count: number }) => string
    scanStopped: string
    scanFailed: (values: { reason: string | number }) => string
    noneFound: string
    noneFoundHelp: string
    units: string
    unitName: (values: { unit: string | number }) => string
    deviceName: (values: { unit: string | number }) => string
    noAbout: string
    addUnit: string
    unitNumber: string
    templatesHelp: string
    asking: string
    fits: (values: { fitting: string | number; tried: string | number }) => string
    search: string
    noTemplate: string
    leftToChoose: (values: { count: number }) => string
    paste: string
    csvTitle: string
    csvHelp: string
    csvFile: string
    csvColumns: string
    csvLeaveOut: string
    csvPreview: string
    csvMissing: (values: { columns: string | number }) => string
    csvTable: string
    csvName: string
    csvMaker: string
    csvExample: string
    csvSave: string
    csvWrong: string
    csvError: (values: { line: string | number; column: string | number; message: string | number }) => string
    previewHelp: string
    previewDevice: string
    previewOf: (values: { name: string | number }) => string
    variant: string
    swap: {
      none: string
      words: string
      bytes: string
      both: string
    }
    addressSteps: (values: { steps: string | number }) => string
    valuesShown: (values: { from: string | number; till: string | number; all: string | number }) => string
    earlierValues: string
    laterValues: string
    readEvery: string
    previewFailed: string
    createHelp: string
    period: string
    seconds: (values: { count: number }) => string
    template: string
    create: (values: { count: number }) => string
    creating: string
    doneHelp: (values: { count: number }) => string
    awaiting: string
    values: string
    allValues: (values: { count: number }) => string
    chart: string
    toNet: string
    another: string
    titleOld: (values: { name: string | number }) => string
    cancel: string
    cancelQuestion: string
    unfinished: string
    unfinishedHelp: string
    goOnWith: (values: { name: string | number }) => string
    oldHelp: string
    known: (values: { count: number }) => string
  }
  device: {
    values: string
    noValues: string
    noValuesHelp: string
    parameter: string
    quality: string
    age: string
    lastHour: string
    good: string
    stale: string
    failed: string
    none: string
    never: string
    untracked: string
    off: string
    readNow: string
    find: string
    noneFound: string
    set: string
    setOf: (values: { name: string | number }) => string
    writeTitle: (values: { name: string | number }) => string
    holds: string
    newValue: string
    next: string
    becomes: string
    writeHelp: string
    writing: string
    setTo: (values: { value: string | number }) => string
    done: (values: { value: string | number }) => string
    unclear: string
    refused: string
    wrongValue: {
      atLeast: (values: { min: string | number }) => string
      atMost: (values: { max: string | number }) => string
      between: (values: { min: string | number; max: string | number }) => string
      notNumber: string
      ambiguous: (values: { text: string | number }) => string
      notWhole: string
      tooLong: (values: { bytes: string | number }) => string
      impossible: string
    }
    pause: string
    goOn: string
    pauseQuestion: string
    about: string
    nextRead: string
    took: string
    settings: string
    unitId: string
    period: string
    groupSize: string
    retries: string
    writeFunction: string
    normal: string
    always6: string
    always16: string
    saved: string
    delete: string
    deleteHelp: string
    deleted: (values: { name: string | number }) => string
    parts: string
    chart: string
    diagnostics: string
    unitNumber: (values: { unit: string | number }) => string
    readEvery: (values: { time: string | number }) => string
    notAsked: string
    readShare: (values: { percent: string | number }) => string
    day: string
    month: string
    stateOfDay: string
    nothingFailed: string
    askNow: string
    askNowHelp: string
    readNothing: (values: { reason: string | number }) => string
    readDone: (values: { some: string | number; all: string | number; time: string | number }) => string
    readNone: (values: { time: string | number }) => string
    andMore: (values: { count: number }) => string
    dayRange: (values: { low: string | number; high: string | number }) => string
    nothingToDraw: string
    nothingToDrawHelp: string
    addLine: string
    readStepByStep: string
    failedInDay: string
    failedInMonth: string
    goodInDay: string
    goodInMonth: string
    failuresInRow: string
    span: string
    now: string
    onTheLine: string
    notGot: string
    atMoment: string
    valuesAt: string
    backToNow: string
    show: string
    shows: {
      all: string
      abnormal: string
      settable: string
    }
    noAlerts: string
    noAlertsHelp: string
    proposedAlerts: string
    proposedAlertsHelp: string
    proposedPolicyHelp: string
    makeAlerts: (values: { count: number }) => string
    alertsMade: (values: { count: number }) => string
  }
  param: {
    current: string
    readNow: string
    write: string
    register: string
    add: string
    notDrawn: string
    notTracked: string
    settings: string
    label: string
    unit: string
    precision: string
    multiplier: string
    shift: string
    min: string
    max: string
    limitsHelp: string
    nanValues: string
    nanValuesHelp: string
    rolloverAt: string
    rolloverAtHelp: string
    hourlyMax: string
    hourlyMaxHelp: string
    address: string
    kind: string
    type: string
    order: string
    tracked: string
    trackedHelp: string
    programmable: string
    saved: string
    tabs: string
    chart: string
    readings: string
    alerts: string
    explore: string
    readingsNone: string
    readingsNoneHelp: string
    readingsOfText: string
    good: string
    quality: string
    time: string
    value: string
    older: string
    newer: string
    readingsOf: (values: { from: string | number; till: string | number; zone: string | number }) => string
    gapPolls: (values: { count: number }) => string
    noAlerts: string
    noAlertsHelp: string
    condition: string
    settingsOfManagers: string
    noSettings: string
  }
  charts: {
    history: string
    legend: string
    key: string
    spans: {
      hour: string
      quarter: string
      day: string
      week: string
      month: string
      year: string
    }
    lastSpans: {
      hour: string
      quarter: string
      day: string
      week: string
      month: string
      year: string
    }
    calendar: {
      today: string
      yesterday: string
      'this-week': string
      'last-week': string
      'this-month': string
      'last-month': string
      'this-year': string
    }
    span: string
    from: string
    till: string
    show: string
    earlier: string
    later: string
    zoomIn: string
    zoomOut: string
    monthBefore: string
    monthAfter: string
    timesIn: string
    zones: {
      mine: string
      org: string
    }
    compare: string
    notCompared: string
    before: {
      period: string
      day: string
      week: string
      month: string
      year: string
    }
    versus: (values: { period: string | number }) => string
    follow: string
    share: string
    shareTitle: string
    shareWith: string
    picture: string
    address: string
    copy: string
    copied: string
    copyByHand: string
    whichTime: string
    alwaysLast: string
    fullScreen: string
    leaveFullScreen: string
    keys: string
    spanShown: (values: { from: string | number; till: string | number; zone: string | number }) => string
    nothing: string
    nothingHelp: string
    noneShown: string
    interval: string
    auto: string
    autoOf: (values: { span: string | number }) => string
    raw: string
    meanOf: (values: { span: string | number }) => string
    band: string
    line: string
    shown: string
    axis: string
    sides: {
      left: string
      right: string
    }
    sideOf: (values: { side: string | number; plot: string | number }) => string
    otherSide: (values: { name: string | number; side: string | number }) => string
    last: string
    lowest: string
    mean: string
    highest: string
    sum: string
    noData: string
    noDataBefore: (values: { time: string | number }) => string
    gapsTitle: string
    showLine: (values: { name: string | number }) => string
    removeTitle: string
    remove: (values: { name: string | number }) => string
    tooMany: (values: { shown: string | number; all: string | number }) => string
    showAll: (values: { all: string | number }) => string
    leftOut: (values: { shown: string | number; all: string | number }) => string
    gapKinds: {
      'no-answer': string
      'no-connection': string
      refused: string
      'no-value': string
      'not-recorded': string
      paused: string
      'nothing-known': string
    }
    gapLabel: (values: { kind: string | number; span: string | number }) => string
    alarmBegan: string
    writtenByPerson: string
    wrote: (values: { who: string | number; before: string | number; value: string | number }) => string
    alertWriter: string
    alarmNote: (values: { name: string | number; when: string | number; span: string | number }) => string
    alarmNoteActive: (values: { name: string | number; when: string | number }) => string
    outcomes: {
      done: string
      refused: string
      'not-sent': string
      unclear: string
    }
    textShares: string
    emptyText: string
    asTable: string
    time: string
    csv: string
    csvRunning: (values: { size: string | number }) => string
    csvDone: (values: { size: string | number }) => string
    csvFailed: string
    lastHour: (values: { name: string | number; low: string | number; high: string | number }) => string
    explore: string
    exploreTitle: string
    addValue: string
    chooseFirst: string
    chooseFirstHelp: string
  }
  clock: {
    ahead: (values: { by: string | number }) => string
    behind: (values: { by: string | number }) => string
    kept: string
    look: string
    title: string
    none: string
    noneHelp: string
    reason: string
    reasons: {
      'clock-ahead': string
      'clock-before-2020': string
      'ahead-of-the-clock': string
    }
    polls: string
    shown: string
    trusted: string
    unknown: string
    acceptShown: string
    acceptShownQuestion: string
    acceptTrusted: string
    acceptTrustedQuestion: string
    discard: string
    discardQuestion: string
    acceptClock: string
    acceptClockQuestion: string
    askAdmin: string
    done: string
  }
  readingFiles: {
    title: string
    help: string
    format: string
    formats: {
      jsonl: string
      'line-protocol': string
      parquet: string
    }
    from: string
    till: string
    exportDo: string
    importDo: string
    importHelp: string
    file: string
    inFormats: {
      csv: string
      'line-protocol': string
    }
    zone: string
    precision: string
    into: string
    past: string
    gaps: string
    tooLarge: string
    names: string
    count: string
    parameter: string
    leave: string
    check: string
    run: string
    progress: (values: { part: string | number; parts: string | number }) => string
    stored: (values: { count: string | number }) => string
    aside: string
    refused: (values: { count: string | number }) => string
    line: (values: { line: string | number; reason: string | number }) => string
    reasons: {
      'not-mapped': string
      'no-number': string
      'no-text': string
      'after-now': string
      'beyond-retention': string
      'not-before': string
      'hour-has-readings': string
      'there-already': string
      twice: string
    }
  }
  reasons: {
    Timeout: string
    Crc: string
    Malformed: string
    NoConnection: string
    Overloaded: string
    NoValue: string
    NotANumber: string
    Infinite: string
    NotBcd: string
    TooShort: string
    Unreadable: string
    InputOld: string
    InputGone: string
    DivisionByZero: string
    OutOfRange: string
    IllegalFunction: string
    IllegalDataAddress: string
    IllegalDataValue: string
    ServerDeviceFailure: string
    Acknowledge: string
    ServerDeviceBusy: string
    NegativeAcknowledge: string
    MemoryParityError: string
    GatewayPathUnavailable: string
    GatewayTargetDeviceFailedToRespond: string
    OutageBufferFull: string
    ServiceStopped: string
    RefusedByDatabase: string
    Paused: string
  }
  trouble: {
    kinds: {
      paused: string
      'gateway-away': string
      'link-down': string
      'no-answer': string
      refused: string
      unreadable: string
    }
    since: {
      paused: (values: { when: string | number; span: string | number }) => string
      'gateway-away': (values: { when: string | number; span: string | number }) => string
      'link-down': (values: { when: string | number; span: string | number }) => string
      'no-answer': (values: { when: string | number; span: string | number }) => string
      refused: (values: { when: string | number; span: string | number }) => string
      unreadable: (values: { when: string | number; span: string | number }) => string
    }
    everSince: {
      paused: string
      'gateway-away': string
      'link-down': string
      'no-answer': string
      refused: string
      unreadable: string
    }
    asOf: (values: { when: string | number }) => string
    lastGoodRead: string
    oldValues: string
    undecided: string
    lookAt: string
    unreadableSteps: readonly string[]
    does: string
    triesEvery: (values: { span: string | number }) => string
    nextTry: (values: { when: string | number }) => string
    waitsForGateway: string
    dials: string
    readsNothing: string
    keepsAlerts: string
    toNet: string
  }
  library: {
    title: string
    facts: (values: { shipped: string | number; own: string | number }) => string
    search: string
    searchRegisters: string
    origin: string
    words: string
    kind: string
    allKinds: string
    kinds: {
      meter: string
      inverter: string
      drive: string
      controller: string
      generator: string
      io: string
      sensor: string
      other: string
    }
    whose: string
    all: string
    own: string
    shipped: string
    family: string
    maker: string
    version: string
    skus: string
    registers: string
    noneFound: string
    noneFoundHelp: string
    create: string
    createHelp: string
    firstRegister: string
    importFile: string
    importHelp: string
    importLabel: string
    importMade: (values: { name: string | number }) => string
    fromDevice: string
    duplicate: string
    duplicateTitle: string
    duplicateHelp: string
    copyOf: (values: { version: string | number }) => string
    exportJson: string
    exportCsv: string
    parts: string
    devices: string
    alerts: string
    revisions: string
    settings: string
    shippedBadge: string
    revision: (values: { number: string | number }) => string
    values: (values: { count: number }) => string
    usedBy: (values: { count: number }) => string
    shippedNote: string
    managersNote: string
    fields: {
      address: string
      name: string
      label: string
      registerKind: string
      valueType: string
      order: string
      multiplier: string
      unitName: string
      precision: string
      isTracked: string
      isProgrammable: string
      min: string
      max: string
      enum: string
      nanValues: string
      shift: string
      bitPosition: string
      bitsAmount: string
      rolloverAt: string
      hourlyMax: string
      category: string
      description: string
      slug: string
      coding: string
      readGroupSize: string
      writeFunction: string
    }
    yes: string
    no: string
    view: string
    views: {
      format: string
      limits: string
      more: string
    }
    problemsOnly: (values: { count: number }) => string
    add: string
    paste: string
    pasteHelp: string
    pasteAdd: (values: { count: number }) => string
    leftOut: (values: { count: number }) => string
    grid: string
    keys: string
    undo: string
    redo: string
    moveUp: string
    moveDown: string
    remove: string
    line: (values: { name: string | number }) => string
    unnamed: string
    problems: {
      missing: string
      number: string
      whole: string
      choice: string
      codes: string
      taken: string
    }
    ambiguous: (values: { grouped: string | number; decimal: string | number }) => string
    range: (values: { from: string | number; till: string | number }) => string
    format: string
    saveAs: (values: { number: string | number }) => string
    discard: string
    changes: (values: { count: number }) => string
    saved: string
    stale: string
    preview: string
    previewHelp: string
    previewNone: string
    previewFrom: string
    previewUse: string
    previewAll: string
    howRead: string
    requests: (values: { count: number }) => string
    readAt: (values: { time: string | number }) => string
    noAnswer: string
    device: string
    network: string
    unit: string
    isRevision: string
    revisionUnknown: string
    noDevices: string
    noDevicesHelp: string
    selectAll: string
    selected: (values: { count: number }) => string
    others: string
    othersHelp: string
    showOthers: string
    compare: string
    compareTitle: string
    sameAlready: (values: { count: number }) => string
    nothingChanges: string
    changed: string
    changedHelp: string
    kept: string
    keptHelp: string
    added: string
    gone: string
    goneHelp: string
    deleteGone: string
    inDevices: (values: { count: number }) => string
    ofDevice: string
    nothing: string
    apply: (values: { count: number }) => string
    applied: (values: { count: number }) => string
    setting: string
    before: string
    after: string
    noAlerts: string
    noAlertsHelp: string
    newAlert: string
    replaced: (values: { time: string | number; who: string | number }) => string
    noRevisions: string
    noRevisionsHelp: string
    difference: (values: { number: string | number }) => string
    sameRegisters: string
    goBack: string
    goBackQuestion: (values: { number: string | number }) => string
    wentBack: string
    readGroupSize: string
    readGroupSizeHelp: string
    writeFunction: string
    writeFunctions: {
      normal: string
      'always-6': string
      'always-16': string
    }
    skusHelp: string
    deleteTemplate: string
    deleteHelp: string
    deleted: string
    suggestTitle: string
    suggestHelp: string
    ask: string
    identity: string
    noIdentity: string
    proposals: string
    noProposals: string
    fits: (values: { fitting: string | number; tried: string | number }) => string
    scan: string
    scanFrom: string
    scanTill: string
    scanKinds: string
    areas: {
      holding: string
      input: string
      coil: string
      'discrete-input': string
    }
    scanLimit: string
    scanStart: string
    scanStop: string
    scanWaiting: string
    scanned: (values: { asked: string | number; total: string | number }) => string
    scanStopped: string
    scanFailed: string
    found: (values: { count: number }) => string
    foundNone: string
    makeMap: string
    makeMapHelp: string
    rawName: (values: { area: string | number; address: string | number }) => string
    model: string
  }
  notification: {
    confirm: string
    again: string
    levels: {
      none: string
      info: string
      warning: string
      failure: string
      critical: string
    }
    stages: {
      'not-confirmed': string
      confirmed: string
      resolved: string
      test: string
    }
    came: {
      confirmed: string
      'confirmed-before': string
      inactive: string
      gone: string
      failed: string
    }
  }
  offline: {
    asOf: (values: { time: string | number }) => string
    help: string
    newVersion: string
    reload: string
  }
  push: {
    title: string
    from: string
    tell: string
    stop: string
    test: string
    tested: string
    notTested: (values: { why: string | number }) => string
    blocked: string
    notSubscribed: string
    cannot: string
    others: string
    since: (values: { time: string | number }) => string
    last: (values: { time: string | number }) => string
    remove: (values: { name: string | number }) => string
  }
  computed: {
    title: string
    titleFor: (values: { device: string | number }) => string
    open: string
    help: string
    howOften: string
    device: string
    deviceName: string
    deviceExample: string
    network: string
    period: string
    value: (values: { number: string | number }) => string
    more: string
    less: string
    formula: string
    formulaHelp: string
    insert: string
    now: string
    inputs: string
    never: string
    wrongAt: (values: { place: string | number }) => string
    unknownParam: (values: { id: string | number }) => string
    textParam: (values: { id: string | number }) => string
    noParam: string
    circle: string
    deviceCircle: string
    unit: string
    precision: string
    create: (values: { count: number }) => string
    created: (values: { count: number }) => string
    kind: string
    workedOut: (values: { period: string | number }) => string
    addMore: string
  }
  many: {
    select: (values: { name: string | number }) => string
    selectAll: (values: { count: number }) => string
    selected: (values: { count: number }) => string
    actions: string
    clear: string
    change: string
    move: string
    tag: string
    params: string
    remove: string
    look: string
    back: string
    nothing: string
    stays: string
    changeTitle: (values: { count: number }) => string
    moveTitle: (values: { count: number }) => string
    tagTitle: (values: { count: number }) => string
    paramsTitle: (values: { count: number }) => string
    removeTitle: (values: { count: number }) => string
    changed: (values: { count: number }) => string
    removed: (values: { count: number }) => string
    period: string
    groupSize: string
    retries: string
    writeFunction: string
    reading: string
    readingOn: string
    readingOff: string
    network: string
    moveHelp: string
    emptyStays: string
    fields: {
      netName: string
      enabled: string
      updatePeriodSec: string
      readGroupSize: string
      modbusTimeoutRetriesNum: string
      writeFunction: string
    }
    warnings: {
      'unit-taken': string
      'net-off': string
      'key-value': string
    }
    paramsOf: (values: { device: string | number }) => string
    paramsAct: string
    paramsActs: {
      copy: string
      track: string
      untrack: string
      unit: string
      delete: string
    }
    paramsNone: string
    findParam: string
    paramsLost: string
    paramsDone: string
    counts: (values: { added: string | number; changed: string | number; deleted: string | number; skipped: string | number }) => string
    typeCount: (values: { count: string | number }) => string
    losses: (values: { params: string | number; alerts: string | number }) => string
    tags: string
    tagsHelp: string
    addTags: string
    removeTags: string
    noTags: string
    group: string
    groupStays: string
    anyTag: string
    tagFilter: string
    tagged: (values: { tag: string | number }) => string
    card: string
    cardSaved: string
    location: string
    serialNumber: string
    note: string
    custom: string
    customName: string
    customValue: string
    customAdd: string
    customRemove: (values: { name: string | number }) => string
    photo: string
    photoOf: (values: { name: string | number }) => string
    photoChoose: string
    photoRemove: string
    photoHelp: string
    photoWrong: string
    add: string
    addTitle: (values: { net: string | number }) => string
    addHelp: string
    by: string
    byRange: string
    byTable: string
    first: string
    last: string
    nameOf: string
    nameExample: string
    template: string
    noTemplate: string
    table: string
    tableHelp: string
    file: string
    preview: (values: { count: number }) => string
    create: (values: { count: number }) => string
    created: (values: { count: number }) => string
    line: (values: { number: string | number }) => string
    problems: {
      name: string
      unit: string
      'unit-twice': string
      'unit-taken': string
      template: string
      period: string
      tags: string
      columns: string
      many: string
    }
  }
  diagnosis: {
    rules: {
      'no-connection': {
        title: string
        seen: string
        steps: readonly string[]
      }
      'line-damaged': {
        title: string
        seen: (values: { damaged: string | number; damagedUnits: string | number }) => string
        steps: readonly string[]
      }
      'line-silent': {
        title: string
        seen: (values: { silentUnits: string | number; timeouts: string | number }) => string
        steps: readonly string[]
      }
      'line-noise': {
        title: string
        seen: (values: { damaged: string | number; requests: string | number; damagedUnits: string | number }) => string
        steps: readonly string[]
      }
      overload: {
        title: string
        seen: (values: { loadPercent: string | number }) => string
        steps: readonly string[]
      }
      'same-address': {
        title: (values: { unit: string | number }) => string
        seen: (values: { damaged: string | number; requests: string | number; doubled: string | number; otherUnits: string | number }) => string
        steps: readonly string[]
      }
      'other-unit-answers': {
        title: (values: { unit: string | number }) => string
        seen: (values: { foreign: string | number; requests: string | number }) => string
        steps: readonly string[]
      }
      'late-answers': {
        title: (values: { unit: string | number }) => string
        seen: (values: { late: string | number; requests: string | number; timeoutMs: string | number }) => string
        steps: readonly string[]
      }
      'unit-never-answered': {
        title: (values: { unit: string | number }) => string
        seen: (values: { timeouts: string | number; otherUnits: string | number }) => string
        steps: readonly string[]
      }
      'unit-silent': {
        title: (values: { unit: string | number }) => string
        seen: (values: { silentMs: string | number; timeouts: string | number; otherUnits: string | number }) => string
        steps: readonly string[]
      }
      'unit-noise': {
        title: (values: { unit: string | number }) => string
        seen: (values: { damaged: string | number; requests: string | number; otherUnits: string | number }) => string
        steps: readonly string[]
      }
      'unit-refuses': {
        title: (values: { unit: string | number }) => string
        seen: (values: { exceptions: string | number; answers: string | number }) => string
        steps: readonly string[]
      }
      'unit-shaky': {
        title: (values: { unit: string | number }) => string
        seen: (values: { timeouts: string | number; requests: string | number }) => string
        steps: readonly string[]
      }
      'unit-slow': {
        title: (values: { unit: string | number }) => string
        seen: (values: { meanMs: string | number; slowestMs: string | number; othersMs: string | number }) => string
        steps: readonly string[]
      }
    }
    allWell: string
    whatToDo: string
    unit: (values: { unit: string | number }) => string
    never: string
    units: string
    mean: string
    slowest: string
    failed: string
    day: string
    share: string
    answerTimes: string
    answerTimesOf: (values: { fastest: string | number; mean: string | number; slowest: string | number }) => string
    noAnswerHour: string
    notAsked: string
    noDevice: string
    slotAnswers: (values: { answers: string | number; requests: string | number }) => string
    slotCounts: {
      exceptions: string
      timeouts: string
      damaged: string
      late: string
    }
    slotMean: (values: { ms: string | number }) => string
    budget: string
    load: string
    perDevice: string
    withTen: string
    roomFor: string
    devicesMore: (values: { count: number }) => string
    measured: (values: { span: string | number }) => string
    notMeasured: string
    tenTooMany: string
    report: string
    print: string
    reportAbout: (values: { when: string | number }) => string
    signed: string
    requests: string
    perSecond: (values: { count: string | number }) => string
    show: string
    all: string
    problems: string
    writes: string
    allUnits: string
    pause: string
    goOn: string
    paused: (values: { count: string | number }) => string
    download: string
    time: string
    unitTitle: string
    request: string
    took: string
    outcome: string
    nothingYet: string
    nothingShown: string
    kept: string
    sent: string
    heard: string
    means: string
    registers: string
    secret: string
    askedBy: {
      poll: string
      read: string
      write: string
      scan: string
      raw: string
      passwords: string
    }
    functions: {
      1: string
      2: string
      3: string
      4: string
      5: string
      6: string
      15: string
      16: string
      22: string
      23: string
      43: string
    }
    functionOf: (values: { fn: string | number }) => string
    bytes: (values: { count: number }) => string
    lateFrame: string
    strayFrame: string
    instead: (values: { unit: string | number }) => string
    streamLost: string
    managersOnly: string
  }
  registers: {
    tab: string
    browser: string
    unit: string
    area: string
    address: string
    count: string
    show: string
    read: string
    watch: string
    stopWatching: string
    chooseUnit: string
    reading: string
    words: string
    changed: string
    text: string
    find: string
    displayShows: string
    search: string
    notFound: string
    places: string
    look: string
    setThere: string
    writeHint: string
    writeWrong: string
    write: string
    writeQuestion: string
    holds: string
    becomes: string
    writeOnce: string
    answered: string
    refused: string
    unclear: string
    searchLine: string
    fromUnit: string
    tillUnit: string
    searchStart: string
    stop: string
    found: string
    saysNothing: string
    identify: string
    controller: string
    serial: string
    bitRate: string
    byteFormat: string
    serialWrite: string
    passwords: string
    password: string
    passwordHint: string
    passwordSend: string
    events: string
    noEvents: string
    kinds: {
      holding: string
      input: string
      coil: string
      'discrete-input': string
    }
    readOn: (values: { when: string | number }) => string
    meanings: (values: { address: string | number }) => string
    from: (values: { address: string | number }) => string
    isParam: (values: { name: string | number }) => string
    writeAt: (values: { address: string | number }) => string
    writeNow: (values: { values: string | number }) => string
    asked: (values: { asked: string | number; total: string | number }) => string
    fits: (values: { name: string | number; fitting: string | number; tried: string | number }) => string
    serialQuestion: (values: { unit: string | number; rate: string | number }) => string
    event: (values: { type: string | number; on: string | number; off: string | number }) => string
  }
  webhookBodies: {
    title: string
    help: string
    none: string
    add: string
    presets: string
    address: string
    body: string
    bodyHelp: string
    fields: string
    insert: (values: { name: string | number }) => string
    show: string
    example: string
    usual: string
    usualQuestion: string
  }
  firstSteps: {
    title: string
    hide: string
    done: string
    sample: string
    sampleHelp: string
    addSample: string
    added: string
    removeSample: string
    removeQuestion: string
    removed: string
    steps: {
      hasNet: {
        title: string
        help: string
      }
      hasReading: {
        title: string
        help: string
      }
      hasContact: {
        title: string
        help: string
      }
      hasAlert: {
        title: string
        help: string
      }
      hasMessage: {
        title: string
        help: string
      }
    }
  }
  imports: {
    title: string
    open: string
    help: string
    files: string
    filesHint: string
    tooLarge: string
    format: string
    found: string
    formats: {
      spreadsheet: string
      'home-assistant': string
      telegraf: string
      thingsboard: string
      esphome: string
      kepware: string
    }
    into: string
    intoDevices: string
    intoTemplates: string
    asked: string
    isOpen: string
    address: string
    addressLabel: string
    columns: string
    choices: {
      none: string
      gateway: string
      zero: string
      one: string
      prefixed: string
      'prefixed-zero': string
    }
    plan: string
    planFacts: (values: { devices: number; params: number }) => string
    nothing: string
    unit: string
    parameters: string
    period: string
    newNet: string
    laterNet: string
    values: string
    valuesHelp: string
    read: string
    noValues: string
    device: string
    register: string
    type: string
    notes: string
    noNotes: string
    levels: {
      'left-out': string
      changed: string
      info: string
    }
    times: (values: { count: number }) => string
    startPolling: string
    startPollingHint: string
    run: string
    done: (values: { devices: number }) => string
    doneTemplates: string
    noteTexts: {
      'option-left-out': (values: { option: string | number; value: string | number }) => string
      'section-left-out': (values: { section: string | number }) => string
      'type-left-out': (values: { name: string | number; type: string | number }) => string
      'table-left-out': (values: { name: string | number; table: string | number }) => string
      'address-left-out': (values: { name: string | number; address: string | number }) => string
      'format-left-out': (values: { name: string | number; problem: string | number }) => string
      'duplicate-left-out': (values: { name: string | number; other: string | number }) => string
      'column-left-out': (values: { column: string | number }) => string
      'code-left-out': (values: { option: string | number }) => string
      'network-left-out': (values: { name: string | number; type: string | number }) => string
      'scale-left-out': (values: { name: string | number; scale: string | number }) => string
      'nan-left-out': (values: { value: string | number; name: string | number }) => string
      'bounds-left-out': (values: { min: string | number; max: string | number; name: string | number }) => string
      'device-empty': (values: { name: string | number }) => string
      'period-changed': (values: { name: string | number; was: string | number; is: string | number }) => string
      'period-rounded': (values: { was: string | number; is: string | number }) => string
      'period-raised': (values: { name: string | number; was: string | number }) => string
      'name-changed': (values: { was: string | number; is: string | number }) => string
      'text-shortened': (values: { was: string | number; most: string | number }) => string
      'label-left-out': (values: { label: string | number }) => string
      'timeout-changed': (values: { was: string | number; is: string | number }) => string
      'retries-changed': (values: { was: string | number; is: string | number }) => string
      'order-guessed': (values: { is: string | number }) => string
      'not-tracked': (values: { name: string | number }) => string
      'state-elsewhere': (values: { name: string | number; address: string | number }) => string
      'writing-off': string
      'serial-line': (values: { line: string | number }) => string
      'cell-error': (values: { cell: string | number; value: string | number }) => string
      'sheet-left-out': (values: { sheet: string | number }) => string
    }
    questionTexts: {
      network: (values: { name: string | number }) => string
      unit: (values: { name: string | number }) => string
      secret: (values: { name: string | number }) => string
      addresses: string
      'word-order': string
      'byte-order': (values: { name: string | number }) => string
      column: (values: { column: string | number }) => string
    }
  }
  installation: {
    title: string
    tabs: {
      health: string
      sending: string
      backups: string
      notices: string
      settings: string
      news: string
    }
    forAdmin: string
    forAdminHelp: string
    works: string
    running: string
    version: string
    recorder: string
    recorded: (values: { count: string | number }) => string
    queued: (values: { count: string | number }) => string
    lost: (values: { count: string | number }) => string
    storing: string
    storingFails: (values: { why: string | number }) => string
    compaction: string
    compacted: (values: { count: string | number }) => string
    compactionFails: (values: { count: number }) => string
    links: string
    callingIn: (values: { count: number }) => string
    messages: string
    allLeft: string
    oldest: (values: { span: string | number }) => string
    undelivered: (values: { count: number }) => string
    pushDevices: (values: { count: number }) => string
    clock: string
    clocks: {
      steady: string
      ahead: string
      behind: string
    }
    disk: string
    diskOf: (values: { used: string | number; total: string | number }) => string
    database: string
    grows: (values: { bytes: string | number }) => string
    shrinks: string
    fullIn: (values: { count: number }) => string
    notSoon: string
    tooFew: string
    elsewhere: string
    method: (values: { count: number }) => string
    certificates: string
    noCertificates: string
    uses: {
      https: string
      'call-back': string
      'mail-ca': string
    }
    validTill: (values: { when: string | number }) => string
    endsIn: (values: { count: number }) => string
    ended: string
    mail: string
    mailHelp: string
    mailServer: string
    mailFrom: string
    mailFromHelp: string
    telegram: string
    telegramHelp: string
    telegramToken: string
    secretSet: string
    secretSetFor: (values: { host: string | number }) => string
    takeBack: string
    takeBackQuestion: string
    byFlag: (values: { flag: string | number }) => string
    saved: string
    testTitle: string
    testHelp: string
    by: string
    to: string
    send: string
    sent: string
    notSent: (values: { why: string | number }) => string
    backupsOff: string
    backupsOffHelp: string
    backupNow: string
    making: string
    failing: (values: { why: string | number }) => string
    noBackup: string
    schedule: string
    every: string
    everyHelp: string
    keep: string
    size: string
    made: string
    check: string
    checkOf: (values: { name: string | number }) => string
    checking: string
    whole: (values: { rows: string | number; when: string | number }) => string
    damaged: (values: { why: string | number }) => string
    notChecked: string
    noticesHelp: string
    noNotices: string
    newNotice: string
    textIn: (values: { language: string | number }) => string
    tell: string
    dismissed: (values: { count: number }) => string
    takeNoticeBack: string
    takeNoticeBackQuestion: string
    allowed: string
    onlyPublic: string
    proxies: string
    signIn: string
    noProviders: string
    redirectHelp: string
    issuer: string
    clientId: string
    withSecret: string
    withoutSecret: string
    scopes: string
    groupsClaim: string
    linkByEmail: string
    createUsers: string
    endSession: string
    yes: string
    no: string
    group: string
    organization: string
    role: string
    noSuchOrg: (values: { id: string | number }) => string
    noRules: string
    rulesOf: (values: { name: string | number }) => string
    providerFails: (values: { why: string | number }) => string
    allSettings: string
    setting: string
    decidedBy: string
    sources: {
      flag: string
      stored: string
      default: string
    }
    secret: string
    shippedInEnglish: string
    noNews: string
    nodes: string
    answersYou: string
    nodeGone: string
    ofNode: (values: { name: string | number }) => string
    nodeHeard: (values: { when: string | number }) => string
    nodeDraining: string
    nodeWell: string
    nodeNetworks: (values: { connected: string | number; all: string | number }) => string
    nodeLate: (values: { late: string | number }) => string
    nodeWork: string
    drainNode: string
    fillNode: string
    nodeWorks: {
      compaction: string
      energy: string
      connectors: string
      backups: string
      vpn: string
    }
  }
  settingsNav: {
    title: string
    org: string
    general: string
    people: string
    keys: string
    api: string
    integrations: string
    audit: string
    you: string
    profile: string
    security: string
  }
  integrations: {
    title: string
    help: string
    brokers: string
    add: string
    none: string
    noneHelp: string
    connected: string
    notConnected: string
    off: string
    connecting: string
    sent: (values: { count: string | number }) => string
    coalesced: (values: { count: string | number }) => string
    dropped: (values: { count: string | number }) => string
    commandsDone: (values: { count: string | number }) => string
    topic: (values: { topic: string | number }) => string
    discoveryOn: string
    commandsOn: string
    edit: string
    editOf: (values: { name: string | number }) => string
    test: string
    testOf: (values: { name: string | number }) => string
    tested: (values: { name: string | number }) => string
    delete: string
    deleteOf: (values: { name: string | number }) => string
    deleteQuestion: (values: { name: string | number }) => string
    name: string
    url: string
    urlHint: string
    user: string
    password: string
    passwordHint: string
    passwordKept: string
    ca: string
    caHint: string
    clientCert: string
    clientCertHint: string
    clientKey: string
    clientKeyHint: string
    root: string
    rootHint: (values: { topic: string | number }) => string
    discovery: string
    discoveryHint: string
    replay: string
    replayHint: string
    commands: string
    commandsHint: string
    enabled: string
    receivers: string
    addReceiver: string
    noReceiver: string
    noReceiverHelp: string
    fetchHelp: string
    scrapeUrl: string
    readUrl: string
    taken: (values: { name: string | number }) => string
    deleteReceiverQuestion: (values: { name: string | number }) => string
    receiverUrlHint: string
    receiverUserHint: string
    receiverPassword: string
    receiverCa: string
    receiverCaHint: string
    tenant: string
    tenantHint: string
    ownLabels: string
    ownLabelsHint: string
    catchUp: string
    catchUpHint: string
    replayed: (values: { count: string | number }) => string
    programs: string
    programsHelp: string
    reference: string
  }
  people: {
    title: string
    members: (values: { count: number }) => string
    open: (values: { count: number }) => string
    invite: string
    role: string
    roleOf: (values: { name: string | number }) => string
    signIn: string
    lastSeen: string
    actions: string
    you: string
    program: string
    unproven: string
    unprovenHelp: string
    withPasskey: string
    withCode: string
    passwordOnly: string
    withProvider: string
    byGroupsChange: string
    byGroupsRemove: string
    remove: string
    removeOf: (values: { name: string | number }) => string
    removeQuestion: (values: { name: string | number; org: string | number }) => string
    removed: (values: { name: string | number }) => string
    changeRole: string
    changeQuestion: (values: { name: string | number; from: string | number; to: string | number }) => string
    ownRole: string
    changed: (values: { name: string | number; role: string | number }) => string
    lastOwner: string
    invitedTill: (values: { when: string | number }) => string
    again: string
    againLink: string
    againOf: (values: { email: string | number }) => string
    againFor: (values: { action: string | number; email: string | number }) => string
    withdraw: string
    withdrawOf: (values: { email: string | number }) => string
    withdrawQuestion: (values: { email: string | number }) => string
    withdrawn: string
    email: string
    language: string
    byMail: string
    byLink: string
    send: string
    makeLink: string
    sent: (values: { email: string | number }) => string
    linkMade: (values: { email: string | number }) => string
    link: string
    rolesTitle: string
    may: string
    yes: string
    no: string
    rights: {
      look: string
      confirm: string
      write: string
      change: string
      audit: string
      people: string
    }
    roleHelp: {
      demo: string
      viewer: string
      operator: string
      manager: string
      owner: string
    }
    keysTitle: string
    keysHelp: string
    newKey: string
    noKeys: string
    noKeysHelp: string
    key: string
    lastUsed: string
    usage: string
    usedOf: (values: { used: string | number; most: string | number }) => string
    noLimit: string
    expires: string
    expired: (values: { when: string | number }) => string
    noEnd: string
    deleteKey: string
    deleteKeyOf: (values: { name: string | number }) => string
    deleteKeyQuestion: (values: { name: string | number }) => string
    deletedKey: (values: { name: string | number }) => string
    keyName: string
    keyNamePlaceholder: string
    quota: string
    quotaHint: string
    lifetimes: {
      month: string
      quarter: string
      year: string
      none: string
    }
    makeKey: string
    keyMade: (values: { name: string | number }) => string
    keyPassword: string
    curl: string
    stored: string
  }
  profile: {
    title: string
    about: string
    name: string
    nameHint: string
    email: string
    proven: string
    unproven: string
    prove: string
    proveSent: string
    cannotProve: string
    language: string
    languageHint: string
    timeZone: string
    timeZoneHint: string
    zoneOfOrg: (values: { org: string | number; zone: string | number }) => string
    asBrowser: string
    saved: string
    passwordTitle: string
    oldPassword: string
    newPassword: string
    changePassword: string
    passwordChanged: string
    passwordWrong: string
    securityTitle: string
    factorTitle: string
    factorOff: string
    factorOn: string
    factorHelp: string
    factorSince: (values: { when: string | number }) => string
    codesLeft: (values: { count: number }) => string
    setUp: string
    scan: string
    qr: string
    typeSecret: string
    switchOn: string
    switchedOn: string
    codesTitle: string
    codesHelp: string
    codesStored: string
    download: string
    renew: string
    renewHelp: string
    switchOff: string
    switchOffHelp: string
    switchedOff: string
    yourPassword: string
    goOn: string
    passkeysTitle: string
    passkeysHelp: string
    noPasskeys: string
    noPasskeysHere: string
    addPasskey: string
    passkeyName: string
    passkeyNamePlaceholder: string
    passkeyAdded: string
    passkeyFailed: string
    madeOn: (values: { when: string | number }) => string
    neverUsed: string
    usedLast: (values: { when: string | number }) => string
    deletePasskey: string
    deletePasskeyOf: (values: { name: string | number }) => string
    deletePasskeyQuestion: (values: { name: string | number }) => string
    passkeyDeleted: string
    providersTitle: string
    providersHelp: string
    notConnected: string
    connectedOn: (values: { when: string | number }) => string
    connect: string
    connectWith: (values: { name: string | number }) => string
    connectHelp: string
    disconnect: string
    disconnectFrom: (values: { name: string | number }) => string
    disconnectQuestion: (values: { name: string | number }) => string
    disconnected: string
    sessionsTitle: string
    thisOne: string
    since: (values: { when: string | number }) => string
    endSession: string
    endSessionOf: (values: { from: string | number }) => string
    sessionEnded: string
    endOthers: string
    endOthersQuestion: string
    othersEnded: string
  }
  orgSettings: {
    title: string
    facts: string
    name: string
    saved: string
    madeOn: string
    devices: string
    devicesOf: (values: { used: string | number; most: string | number }) => string
    noQuota: string
    quotaHelp: string
    timeZone: string
    timeZoneHint: string
    retention: string
    retentionHelp: string
    alertRetention: string
    alertRetentionHelp: string
    alertEvents: string
    sentMessages: string
    alertEventDays: string
    messageDays: string
    alertDaysHint: string
    ofOrg: string
    ofTemplate: (values: { name: string | number }) => string
    keepDays: string
    forever: string
    asOrg: string
    keptFor: (values: { count: number }) => string
    mixed: string
    devicesCount: (values: { count: number }) => string
    template: string
    kept: string
    change: string
    changeOf: (values: { name: string | number }) => string
    templateHelp: string
    keepHint: string
    keepHintTemplate: string
    keepHintParam: (values: { ofAll: string | number }) => string
    shorter: string
    transfer: string
    transferHelp: string
    export: string
    withSecrets: string
    withSecretsHint: string
    withPhotos: string
    withPhotosHint: string
    import: string
    importHelp: string
    file: string
    notDocument: string
    tooLarge: string
    adds: string
    counts: {
      templates: (values: { count: number }) => string
      networks: (values: { count: number }) => string
      devices: (values: { count: number }) => string
      params: (values: { count: number }) => string
      alerts: (values: { count: number }) => string
      dashboards: (values: { count: number }) => string
      visualizations: (values: { count: number }) => string
      reports: (values: { count: number }) => string
      trees: (values: { count: number }) => string
      contacts: (values: { count: number }) => string
    }
    nothing: string
    dials: string
    writes: string
    recipients: string
    startPolling: string
    allowWriting: string
    startAlerts: string
    off: string
    notes: string
    doImport: string
    imported: string
    newOrg: string
    newOrgHelp: string
    create: string
    created: (values: { name: string | number }) => string
    delete: string
    deleteHelp: string
    deleteLost: string
    asked: (values: { when: string | number }) => string
    deleting: (values: { name: string | number; when: string | number; by: string | number }) => string
    keep: string
    keptNow: string
  }
  audit: {
    title: string
    facts: string
    checking: (values: { count: string | number }) => string
    whole: (values: { id: string | number }) => string
    broken: (values: { id: string | number }) => string
    brokenHelp: string
    records: (values: { count: number }) => string
    none: string
    noneHelp: string
    person: string
    anyone: string
    kind: string
    anything: string
    one: string
    from: string
    till: string
    unclear: string
    clear: string
    csv: string
    when: string
    who: string
    what: string
    where: string
    service: string
    history: string
    historyNone: string
    all: string
    nothing: string
    more: (values: { count: string | number }) => string
    outcomes: {
      done: string
      refused: string
      'not-sent': string
      unclear: string
    }
    unclearHelp: string
    kinds: {
      net: string
      device: string
      param: string
      alert: string
      dashboard: string
      vis: string
      template: string
      report: string
      tree: string
      org: string
      user: string
      'api-key': string
      connector: string
      invitation: string
      contact: string
      contactGroup: string
      policy: string
      'share-link': string
      gateway: string
      address: string
      push: string
      'maintenance-window': string
      'alert-template': string
    }
    fields: {
      name: string
      answeredOn: string
      description: string
      role: string
      email: string
      language: string
      timeZone: string
      enabled: string
      isEnabled: string
      value: string
      why: string
      comment: string
      reason: string
      ip: string
      port: string
      protocol: string
      mac: string
      kind: string
      type: string
      address: string
      expiresOn: string
      keepDays: string
      deviceQuota: string
      tags: string
      groupName: string
      group: string
      location: string
      serialNumber: string
      note: string
      latitude: string
      longitude: string
      modbusUnitId: string
      unit: string
      updatePeriodSec: string
      modbusTimeoutRetriesNum: string
      timeoutMs: string
      templateId: string
      netName: string
      logAs: string
      conditions: string
      actions: string
      widgets: string
      files: string
      file: string
      format: string
      from: string
      till: string
      to: string
      provider: string
      multiplier: string
      isMain: string
      count: string
    }
    yes: string
    no: string
    verbs: {
      accept: string
      'accept-clock': string
      'accept-proposal': string
      'add-passkey': string
      'add-second-factor': string
      'add-widgets': string
      'alert-settings': string
      'allow-keyless': string
      apply: string
      change: string
      'change-budget': string
      'change-degree-days': string
      'change-disable': string
      'change-link-settings': string
      'change-logo': string
      'change-password': string
      'change-profile': string
      'change-retention': string
      'change-schedule': string
      'change-sensor': string
      'change-solution': string
      'change-tariff': string
      'change-time-zone': string
      confirm: string
      'confirm-outage': string
      'connect-provider': string
      create: string
      'create-branch': string
      'create-budget': string
      'create-sensor': string
      'data-save': string
      delete: string
      'delete-branch': string
      'delete-budget': string
      'delete-passkey': string
      'delete-sensor': string
      dependencies: string
      'disconnect-provider': string
      'drop-connections': string
      duplicate: string
      exception: string
      'exchange-meter': string
      export: string
      import: string
      'import-config': string
      keep: string
      'mac-changed': string
      'move-branch': string
      'move-sensor': string
      'mute-budget': string
      'on-duty': string
      'outage-settings': string
      prove: string
      quiet: string
      recompute: string
      remove: string
      'remove-second-factor': string
      rename: string
      'rename-branch': string
      'rename-sensor': string
      'renew-recovery-codes': string
      'reset-password': string
      restore: string
      revoke: string
      'role-by-groups': string
      save: string
      send: string
      'send-code': string
      'set-password': string
      share: string
      ship: string
      'sign-in-by-provider': string
      'sms-settings': string
      subscribe: string
      test: string
      'test-action': string
      'undo-exchange': string
      unsubscribe: string
      'webhook-body': string
      'webhook-secret': string
      write: string
      'write-outcome': string
    }
    wholeActions: {
      'alert-template.change-disable': string
      'alert.change-disable': string
      'alerts.confirm': string
      'alerts.mute': string
      'alerts.unmute': string
      'card.change': string
      'cards.change': string
      'claim.free': string
      'claim.give': string
      'computed.create': string
      'connect-code.create': string
      'connect-code.delete': string
      'devices.change': string
      'devices.create': string
      'devices.delete': string
      'devices.params': string
      'gateway.update': string
      'installation.backup': string
      'installation.drain-node': string
      'installation.notice': string
      'installation.notice-delete': string
      'installation.sample': string
      'installation.sample-remove': string
      'installation.setting': string
      'installation.test-message': string
      'params.change': string
      'params.change-retention': string
      'params.create': string
      'params.delete': string
      'photo.change': string
      'raw.request': string
      'raw.request-outcome': string
      'raw.send-controller-passwords': string
      'raw.send-controller-passwords-outcome': string
      'raw.write-controller-modbus-settings': string
      'raw.write-controller-modbus-settings-outcome': string
      'raw.write-register-group': string
      'raw.write-register-group-outcome': string
      'readings.accept': string
      'readings.discard': string
      'readings.import': string
      'readings.lost': string
    }
  }
  gateways: {
    title: string
    keyless: string
    keylessHelp: string
    code: string
    codeHelp: string
    noCode: string
    codeOnce: string
    codeBack: string
    codeBackQuestion: string
    codeGone: string
    codeDays: string
    codeMake: string
    codeAnew: string
    codeTill: (values: { when: string | number }) => string
    found: (values: { gateway: string | number }) => string
  }
  gatewayState: {
    askNow: string
    told: {
      vpn: string
      'call-back': string
    }
    never: string
    neverHelp: string
    unreachable: string
    failed: (values: { problem: string | number }) => string
    old: string
    release: string
    runs: string
    found: string
    onCard: string
    update: string
    stages: {
      unknown: string
      trial: string
      'trial-problem': string
      failed: string
      wanted: string
      fetching: string
      'taken-back': string
      ready: string
      found: string
      newest: string
    }
    trialWell: (values: { time: string | number }) => string
    trialStarts: string
    trialProblem: (values: { problem: string | number; time: string | number }) => string
    takenBack: (values: { versions: string | number }) => string
    cannotInstall: string
    start: string
    startQuestion: string
    begun: string
    notBegun: (values: { problem: string | number }) => string
    ownerOnly: string
    errors: {
      ERROR_CONNECT: string
      ERROR_RESPONSE_TIMEOUT: string
      ERROR_HTTP_RESPONSE: string
      ERROR_FR_NO_FILE: string
      ERROR_FR_DENIED: string
      ERROR_FR_EXIST: string
      ERROR_FR_INT_ERR: string
    }
    ways: string
    ethernet: string
    noLink: string
    modem: string
    noModem: string
    signal: string
    notRegistered: string
    roaming: string
    traffic: string
    vpn: string
    links: {
      disabled: string
      netifCreated: string
      peerConfigured: string
      peerConnected: string
      peerUp: string
    }
    box: string
    card: string
    tasks: string
    tasksRunning: (values: { count: number }) => string
    tasksFailed: (values: { failed: string | number; all: string | number }) => string
    tasksMissed: (values: { count: number }) => string
    line: string
    disturbed: {
      ForeignTraffic: (values: { units: string | number }) => string
      DuplicateUnit: (values: { units: string | number }) => string
    }
    noCard: string
    cardOut: string
    free: (values: { free: string | number; all: string | number }) => string
    clock: string
    clockRight: string
    clockAhead: (values: { time: string | number }) => string
    clockBehind: (values: { time: string | number }) => string
    supply: string
    inside: string
    notMeasured: string
    runsFor: string
    inAll: string
    cause: string
    causes: {
      RST_CAUSE_BO: string
      RST_CAUSE_PO: string
      RST_CAUSE_SW: string
      RST_CAUSE_IWDG: string
    }
    busLoad: string
    settings: string
    settingsWait: string
    settingsActive: string
    notKept: (values: { problem: string | number }) => string
    wrongLogins: string
    httpsPort: (values: { port: string | number }) => string
    httpsProblem: (values: { problem: string | number }) => string
    fingerprint: string
    fingerprintHelp: string
  }
  ownContacts: {
    title: string
    allContacts: string
    none: string
    noneHelp: string
    proven: (values: { when: string | number }) => string
    provenShort: string
    unproven: string
    testOnly: string
    sendCode: string
    sendCodeTo: (values: { to: string | number }) => string
    codeSent: string
    test: string
    testTo: (values: { to: string | number }) => string
    tested: string
    notSent: (values: { why: string | number }) => string
    noWay: string
    code: string
    codeWrong: string
    prove: string
    provenNow: string
  }
  rawRequest: {
    title: string
    help: string
    fn: string
    bytes: string
    bytesHint: string
    value: string
    send: string
    sendWrite: string
    question: (values: { unit: string | number; bytes: string | number }) => string
    answered: (values: { took: string | number }) => string
    functions: {
      1: string
      2: string
      3: string
      4: string
      5: string
      6: string
      17: string
      hex: string
    }
  }
  tryRequest: {
    title: string
    help: string
    reference: string
    group: string
    operation: string
    optional: (values: { name: string | number }) => string
    body: string
    noJson: (values: { why: string | number }) => string
    missing: (values: { name: string | number }) => string
    terminal: string
    send: string
    sendWrite: (values: { method: string | number }) => string
    question: (values: { method: string | number; path: string | number }) => string
    answer: string
    took: (values: { ms: string | number }) => string
    noAnswer: string
    noText: string
    cut: string
  }
}
