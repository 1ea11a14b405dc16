// cspell:disable
/**
 * A credential that is known by its own form. The literal is what the search finds; `rest` follows it.
 * Whatever a form repeats is of one class, so that reading it is linear.
 */
export interface VendorForm {
  readonly kind: string;
  /** In its own letter case. */
  readonly literal: string;
  readonly rest: string;
  /** Not within a word: the literal is short, or occurs in other texts. */
  readonly isApart?: boolean;
  /** Only if letters and digits change as in drawn ones. */
  readonly isDrawn?: boolean;
  /** What is before the literal and is of the credential: characters of this class, so many. */
  readonly left?: Left;
}

/** Characters of a class before a literal. */
export interface Left {
  readonly unit: RegExp;
  readonly least: number;
  readonly most: number;
  /** More of them may be before these, which are not of it. */
  readonly isGlued?: boolean;
}

type Row = readonly [kind: string, literals: string, rest: string];
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const alone = '(?![A-Za-z0-9])';

/** Found anywhere: the literal occurs in nothing else. */
const distinct: readonly Row[] = [
  ['github-token', 'ghs_', String.raw`\d{1,20}_[\w-]{10,}(?:\.[\w-]{10,}){2}`],
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', String.raw`\w{22,}(?:\.[\w-]{20,})*`],
  [
    'gitlab-token',
    'glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- glffct- glwt- GR1348941',
    String.raw`[\w-]{18,}(?:\.[\w]{2,}){0,2}`,
  ],
  ['gitlab-token', '_gitlab_session=', '[0-9a-z]{32,}'],
  ['anthropic-key', 'sk-ant-', String.raw`[\w-]{16,}`],
  [
    'openai-key',
    'sk-proj- sk-svcacct- sk-admin- sk-None- sk-or- sk-lf- sk-helicone-',
    String.raw`[\w-]{16,}`,
  ],
  ['slack-token', 'xox', String.raw`[a-z](?:\.xox[a-z])?-[\w-]{10,}`],
  ['slack-token', 'xapp- xwfp-', String.raw`\d?-?[\w-]{10,}`],
  [
    'slack-webhook',
    'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/',
    String.raw`[\w/+-]{16,}`,
  ],
  [
    'stripe-key',
    'sk_live_ sk_test_ sk_prod_ sk_org_ rk_live_ rk_test_ rk_prod_ rk_org_',
    String.raw`\w{10,}`,
  ],
  ['stripe-key', 'whsec_', String.raw`[\w+/=]{20,}`],
  ['google-key', 'AIza', String.raw`[\w-]{30,}`],
  ['google-key', 'GOCSPX-', String.raw`[\w-]{20,}`],
  ['google-key', 'ya29.', String.raw`[\w-]{16,}(?:\.[\w-]{16,})*`],
  ['npm-token', 'npm_', '[A-Za-z0-9]{30,}'],
  ['pypi-token', 'pypi-', String.raw`(?:Ag[\w-]|\w{30})[\w-]{12,}`],
  ['docker-token', 'dckr_', String.raw`[a-z]{2,4}_[\w-]{16,}`],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', String.raw`\w{32,}`],
  ['databricks-token', 'dapi', String.raw`[0-9a-f]{32}(?:-\d)?`],
  ['databricks-token', 'dose dsapi dkea', String.raw`[0-9a-f]{32}(?:-\d)?`],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_ shpua_ shptka_', '[a-zA-Z0-9]{24,}'],
  ['square-token', 'sq0', String.raw`[a-z]{3}-[\w-]{20,}`],
  ['vault-token', 'hvs. hvb. hvr.', String.raw`[\w-]{20,}`],
  ['terraform-token', '.atlasv1.', String.raw`[\w=-]{40,}`],
  ['cloudflare-token', 'cfut_ cfat_', String.raw`\w{36,}`],
  ['cloudflare-token', 'v1.0-', '[0-9a-f]{24}-[0-9a-f]{100,}'],
  ['heroku-key', 'HRKU-', String.raw`[\w-]{30,}`],
  ['atlassian-token', 'ATATT ATCTT', String.raw`[\w=-]{40,}`],
  ['discord-webhook', '/api/webhooks/', String.raw`\d{5,30}/[\w-]{40,}`],
  [
    'teams-webhook',
    '.webhook.office.com/webhookb2/',
    String.raw`[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[\w/-]{30,}`,
  ],
  ['aws-key', 'ABSK', String.raw`[\w+/=]{40,}`],
  ['aws-key', 'bedrock-api-key-', String.raw`[\w+/=-]{30,}`],
  ['aws-key', 'amzn.mws.', uuid],
  ['token', 'AGE-SECRET-KEY-', '(?:PQ-)?1[0-9A-Z]{50,}'],
  ['token', 'ops_eyJ', String.raw`[\w+/=-]{60,}`],
  ['token', 'lin_api_ lin_oauth_ apify_api_ api_org_', '[A-Za-z0-9]{28,}'],
  ['token', 'glsa_ glc_', String.raw`[\w+/]{28,}={0,2}`],
  ['token', 'sntrys_ sntryu_ sntryi_', String.raw`[\w+/=]{30,}`],
  ['token', 'pscale_tkn_ pscale_oauth_ pscale_pw_', String.raw`[\w=.-]{28,}`],
  ['token', 'duffel_live_ duffel_test_ shippo_live_ shippo_test_', String.raw`[\w=-]{36,}`],
  ['token', 'FLWSECK_TEST- FLWSECK-', '[a-zA-Z0-9]{12,}(?:-[A-Za-z0-9]+)*'],
  ['token', 'tskey-', String.raw`[a-z]{2,20}-\w{8,}-\w{12,}`],
  ['token', 'xkeysib- xsmtpsib-', '[a-f0-9]{60,}(?:-[A-Za-z0-9]{12,})?'],
  ['token', 'vercel_blob_rw_', String.raw`\w{24,}`],
  ['token', 'sb_secret_', String.raw`[\w-]{24,}`],
  ['token', 'lsv2_pt_ lsv2_sk_', '[a-f0-9]{24,}(?:_[a-f0-9]+)?'],
  ['token', 'wandb_v1_ tgp_v1_', String.raw`[\w-]{36,}`],
  ['token', 'CCIPAT_ CCIPRJ_', '[A-Za-z0-9]{16,}_[0-9a-f]{30,}'],
  ['token', 'CLOJARS_', '(?:[A-Z0-9]{60}|[a-z0-9]{60})'],
  ['token', 'rubygems_', '[a-f0-9]{40,}'],
  ['token', 'SB-Mid-server- VT-server- Mid-server-', String.raw`[\w-]{20,}`],
  ['token', 's-s4t2ud- s-s4t2af-', '[a-f0-9]{60,}'],
  ['token', 'signkey-prod- signkey-test-', '[a-f0-9]{30,}'],
  ['token', 'dt0c01. dt0s01. dt0s16. dt0e01.', String.raw`[A-Z0-9]{8,24}\.[A-Z0-9]{60,}`],
  ['token', 'access-sandbox- access-development- access-production-', uuid],
  [
    'token',
    'access_token$production$ access_token$sandbox$',
    String.raw`[a-z0-9]{12,}\$[a-f0-9]{30,}`,
  ],
  ['jwt', 'ZXlK', '[A-Za-z0-9+/]{40,}={0,2}'],
  ['token', 'snyk_uat. snyk_sat.', String.raw`[\w-]{6,}\.[\w-]{10,}\.[\w-]{10,}`],
  ['token', 'ctx7sk- n8n_api_ ovsxp_ ovsxat_', String.raw`[\w.-]{30,}`],
  ['token', 'essu_ AVNU_ permit_key_', String.raw`[\w+/]{40,}={0,2}`],
  ['token', 'mlsn. rootly_ slk_', '[a-f0-9]{60,}'],
  ['token', 'depot_user_ depot_project_ depot_org_', '[a-f0-9]{60,}'],
  [
    'token',
    'api_live. api_live_us. api_live_ca. api_sandbox. api_sandbox_us. api_sandbox_ca.',
    String.raw`[\w-]{11}\.[\w-]{32}`,
  ],
  ['token', 'persona_production_ persona_sandbox_ waka_ luma-', uuid],
  ['token', 'samsara_api_ ramp_sec_ sktsec_ BBFF- polar_pat_ polar_whs_', String.raw`\w{30,}`],
  ['token', 'xnd_production_ xnd_development_', String.raw`\w{40,}`],
  ['token', 'tr_prod_ tr_dev_ tr_stg_ tr_preview_ tr_pat_', '[A-Za-z0-9]{20,}'],
  ['token', 'vntg_tkn_', '[a-f0-9]{40,}'],
  ['token', 'VF.DM. VF.WS.', String.raw`[a-f0-9]{24}\.\w{16,}`],
  ['token', 'bce-v3/ALTAK-', '[A-Za-z0-9]{21}/[a-f0-9]{40}'],
  ['token', 'APP_USR-', String.raw`\d{16}-\d{6}-[a-f0-9]{32}-\d{6,}`],
  ['token', 'cfsk_ma_prod_ cfsk_ma_test_', '[a-f0-9]{32}_[a-f0-9]{8}'],
  ['token', 'CHASECK_TEST- CHASECK-', '[A-Za-z0-9]{32,}'],
  ['token', 'AstraCS:', '[A-Za-z]{20,}:[a-f0-9]{60,}'],
  ['token', 'bb_live_ bb_test_ secret-live- secret-test-', String.raw`[\w-]{24,}=?`],
  ['token', 'sk_car_ esecret_ pdus+_ pdeu+_', String.raw`[\w-]{20,}`],
  ['token', ':production. :development. :staging.', '[a-f0-9]{50,}'],
  ['token', 'SWMTKN-1-', '[0-9a-z]{40,}-[0-9a-z]{20,}'],
  ['webhook', 'hooks.zapier.com/hooks/catch/', String.raw`\d{4,12}/\w{5,}`],
  ['webhook', '/open-apis/bot/v2/hook/', uuid],
];

/** Found where no word or hyphen is before. */
const apart: readonly Row[] = [
  ['aws-key', 'AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA', `[0-9A-Z]{16}${alone}`],
  ['aws-key', 'A3T', `[0-9A-Z]{17}${alone}`],
  ['openai-key', 'sk-', String.raw`(?=[A-Za-z_]{0,99}\d)\w{18,}[\w-]*`],
  ['google-key', 'AQ.Ab8', String.raw`[\w-]{40,}`],
  ['google-key', '1//0', String.raw`[\w-]{30,}`],
  ['jwt', 'eyJ', String.raw`[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]{10,}){0,3}`],
  ['jwt', 'eyJ', String.raw`[\w-]{10,}\.\.[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}`],
  ['token', 'eyJrIjoi', '[A-Za-z0-9+/]{60,}={0,2}'],
  ['sendgrid-key', 'SG.', String.raw`[\w-]{16,}\.[\w-]{16,}`],
  ['twilio-key', 'SK', `[0-9a-fA-F]{32}${alone}`],
  ['mailgun-key', 'key-', `[0-9a-f]{32}${alone}`],
  ['mailgun-key', 'key-', '[0-9a-f]{32,}'],
  ['huggingface-token', 'hf_', '[A-Za-z0-9]{28,}'],
  ['discord-token', 'mfa.', String.raw`[\w-]{60,}`],
  ['cloudflare-token', 'cfk_', String.raw`\w{36,}`],
  ['github-token', 'v1.', `[0-9a-f]{40}${alone}`],
  ['token', 'p8e-', '[a-zA-Z0-9]{32}'],
  ['token', 'AKCp cmVmd', '[A-Za-z0-9]{50,}'],
  ['token', 'A3-', '[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}'],
  ['token', 'ATBB BBDC- ATTA', String.raw`[\w=+/-]{24,}`],
  ['token', 'LTAI', '[A-Za-z0-9]{12,26}'],
  ['token', 'AKID AKLT', '[A-Za-z0-9]{28,}'],
  ['token', 'bkua_ bkct_ bkaj_', '[A-Za-z0-9]{32,}'],
  [
    'token',
    'csk- fc- nvapi- jina_ tvly- xai- pplx- gsk_ r8_ pcsk_ napi_ rnd_',
    String.raw`[\w-]{30,}`,
  ],
  ['token', 'figd_ figo_ figu_ CFPAT- pul- rdme_ pnu_ pnb_ ico- phx_ phs_', String.raw`[\w-]{30,}`],
  ['token', 'nfp_ nfc_ nfo_ nfu_ nfb_ vcp_ vci_ vca_ vcr_ vck_', '[A-Za-z0-9]{20,}'],
  ['token', 'ntn_', '[A-Za-z0-9]{40,}'],
  ['token', 'secret_', '[A-Za-z0-9]{43}'],
  [
    'token',
    'sbp_ sgp_ squ_ sqp_ sqa_ sqe_ e2b_',
    String.raw`(?:[a-f0-9]{16}_|local_|v\d_)?[a-f0-9]{32,}`,
  ],
  ['token', 'tfp_ fio-u- tk-us- tk-eu-', String.raw`[\w=.-]{40,}`],
  ['token', 'fo1_', String.raw`[\w-]{40,}`],
  ['token', 'fm1a_ fm1r_ fm2_', '[A-Za-z0-9+/]{60,}={0,3}'],
  ['token', 'sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16,}'],
  ['token', 'dnkey-', String.raw`[A-Za-z0-9=_-]{20,}-[A-Za-z0-9=_-]{40,}`],
  [
    'token',
    'dp.',
    String.raw`(?:pt|st|ct|sa|scim|audit|scrt?)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}`,
  ],
  ['token', 'NRAK- NRII- NRJS- NRRA- NRSP- NRIQ-', String.raw`[\w-]{18,}`],
  ['token', 'PMAK- PMAT-', '[A-Za-z0-9]{24,}(?:-[a-f0-9]{30,})?'],
  ['token', 'RGAPI- sdk- mob- api-', uuid],
  ['token', 'pat-', String.raw`[a-z]{2}\d-${uuid}`],
  ['token', 'pat. sat.', String.raw`[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}`],
  ['token', 'pat', String.raw`[A-Za-z0-9]{14}\.[a-f0-9]{64}`],
  ['token', 'API-', `[A-Z0-9]{26,}${alone}`],
  ['token', 'sha256~', String.raw`[\w-]{40,}`],
  ['token', 'sl.', String.raw`(?:u\.)?[\w-]{100,}`],
  ['token', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}'],
  ['token', '1/', String.raw`\d{16}:[a-f0-9]{32}`],
  ['token', 'sk_', `[0-9a-f]{48}${alone}`],
  ['token', 'sk. tk.', String.raw`eyJ[\w-]{40,}\.[\w-]{20,}`],
  ['token', 't1.', String.raw`[\w-]{20,}={0,2}\.[\w-]{80,}={0,2}`],
  ['token', 'AQVN', String.raw`[\w-]{35,}`],
  ['token', 'perm: perm-', String.raw`[A-Za-z0-9=]{16,}\.[A-Za-z0-9=.+/]{30,}`],
  [
    'token',
    'sc_ ext_ scauth_ authress_',
    String.raw`\w{5,30}\.\w{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}`,
  ],
  ['token', 'oy2', '(?=[a-z]{0,42}[0-9])[a-z0-9]{43}'],
  ['token', 'akab-', '[a-z0-9]{16}-[a-z0-9]{16}'],
  [
    'token',
    'hcaik_ hcaic_ hcxik_ hcamk_ hcalk_ xaat- xapt- AVNS_ KGAT_ jsrp_',
    String.raw`[\w-]{18,}`,
  ],
  [
    'token',
    'dbtc_ dbts_ dbtu_ hxtp_ hxtw_ polar_oat_ mdb_sa_sk_ os_v2_app_',
    String.raw`[\w-]{24,}`,
  ],
  [
    'token',
    'pdl_live_apikey_ pdl_sdbx_apikey_ rzp_live_ rpa_ crsr_ CCDB1_ zpka_',
    String.raw`\w{14,}`,
  ],
  ['vault-token', 'b.AAAA', String.raw`[\w-]{80,}`],
  ['square-token', 'EAAA', String.raw`[\w-]{50,}`],
  ['token', 'EAA', '[A-Za-z0-9]{90,}'],
  ['token', 'pk_', String.raw`\d{7,9}_[A-Z0-9]{32}`],
  ['token', 'ddp_ ddo_ jca_ hbp_', '[A-Za-z0-9]{36,}'],
  ['token', 'npg_', '[A-Za-z0-9]{12,}'],
  ['token', 'xau_ llx- m0- tsec_ cflt dG9rO', String.raw`[\w+/-]{40,}={0,2}`],
  ['token', 'dtn_ key_', '[a-f0-9]{64,}'],
  ['token', 'oauth:', `[a-z0-9]{30}${alone}`],
  ['token', 'IGQV IGAA', String.raw`[\w-]{80,}`],
  ['token', 'PT', `[a-f0-9]{48}${alone}`],
  ['token', 'ck_ cs_', `[a-f0-9]{40}${alone}`],
  ['token', 'cu_', `[a-f0-9]{32}${alone}`],
  ['token', 'SCW', `(?=[A-Z]{0,16}[0-9])[A-Z0-9]{17}${alone}`],
  ['token', 'KEY', String.raw`[0-9A-F]{32}_\w{22}`],
  ['token', '1000.', String.raw`[a-f0-9]{32}\.[a-f0-9]{32}`],
  ['token', 'st.', String.raw`[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}`],
  ['token', 'sec-c-', String.raw`[\w+/-]{40,}={0,2}`],
  ['token', 'aio_', `[A-Za-z0-9]{28}${alone}`],
  ['token', '2/', String.raw`\d{16}/\d{16}:[a-f0-9]{32}`],
  ['token', 'AQE', String.raw`[A-Za-z0-9+/]{20,}={0,2}-[\w+/=-]{20,}`],
  ['token', '00D', String.raw`[A-Za-z0-9]{12,15}![\w.]{80,}`],
  ['token', '3MVG9', String.raw`[\w.]{80,}`],
];

/** As the ones before, but only with letters and digits as drawn ones have them. */
const drawn: readonly Row[] = [
  ['token', 'live_ test_', String.raw`(?:pub_)?[\w=-]{28,}`],
  ['token', 'fw_ lip_ lio_ skey_test_ skey_', '[A-Za-z0-9]{19,}'],
  ['token', 'as- ak-', `[A-Za-z0-9]{22}${alone}`],
  ['token', 'md-', String.raw`[\w-]{22}(?![\w-])`],
  ['token', 'BSA', String.raw`[\w-]{28}(?![\w-])`],
  ['token', 'fnAD fnAE fnAF', String.raw`[\w-]{36}(?![\w-])`],
  ['token', 'pa-', String.raw`[\w-]{43}(?![\w-])`],
  ['token', 'secret-', `[A-Za-z0-9]{43}${alone}`],
  ['token', 'STS.', '[A-Za-z0-9]{20,}'],
  ['token', 'EZAK EZTK', '[A-Za-z0-9]{50,}'],
  ['token', 'cio', `[A-Za-z0-9]{32}${alone}`],
  ['token', '4b1d', `[A-Za-z0-9]{38}${alone}`],
  ['token', 'YC', String.raw`[\w-]{38}(?![\w-])`],
  ['token', 'aaaaaaaaaaaaaaaaaaaaaa'.toUpperCase(), '[A-Za-z0-9%]{60,}'],
  ['vault-token', 's.', `[A-Za-z0-9]{24}${alone}`],
  ['discord-token', 'MT MD Mz Nz NT ND OD OT', String.raw`[\w-]{22,26}\.[\w-]{6}\.[\w-]{25,}`],
];

const word = /[A-Za-z0-9]/;
const base64 = /[A-Za-z0-9+/]/;
const hex = /[0-9a-fA-F]/;

/** Known by what is in their middle or at their end. */
const inner: readonly VendorForm[] = [
  form('azure-key', 'Q~', String.raw`[\w.~-]{31,}`, {
    unit: /[\w.~-]/,
    least: 4,
    most: 4,
    isGlued: true,
  }),
  form('telegram-token', ':AA', String.raw`[\w-]{32,}`, { unit: /\d/, least: 8, most: 12 }),
  form('token', '-us', String.raw`\d{1,2}${alone}`, { unit: /[0-9a-f]/, least: 32, most: 32 }),
  form('token', '_mmk', alone, { unit: /\w/, least: 36, most: 36 }),
  form('token', 'FFFFNRAL', alone, { unit: hex, least: 30, most: 40 }),
  form('azure-key', 'AZDO', `[A-Za-z0-9]{4}${alone}`, { unit: word, least: 70, most: 80 }),
  form('azure-key', '+ASt', '[A-Za-z0-9+/]{6,}={0,2}', { unit: base64, least: 70, most: 80 }),
  form('azure-key', '+AEh', '[A-Za-z0-9+/]{5,}={0,2}', { unit: base64, least: 30, most: 80 }),
  form('azure-key', '+ACR', '[A-Za-z0-9+/]{6,}={0,2}', { unit: base64, least: 40, most: 48 }),
  ...['AIoT', '+ASb', '+ARm', 'AZEG', 'AzCa'].map((sign) =>
    form('azure-key', sign, '[A-Za-z0-9+/]{5,6}=', { unit: base64, least: 33, most: 34 }),
  ),
  ...['ACDb', '+ABa', '+AMC', 'APIM'].map((sign) =>
    form('azure-key', sign, '[A-Za-z0-9+/]{5,6}==', { unit: base64, least: 76, most: 76 }),
  ),
  form('azure-key', 'JQQJ9', `[A-Za-z0-9]{27}(?:[A-Za-z0-9]{2}==)?${alone}`, {
    unit: word,
    least: 52,
    most: 52,
  }),
  form('azure-key', 'AzFu', String.raw`[\w+/-]{6,}={0,2}`, {
    unit: /[\w+/-]/,
    least: 40,
    most: 48,
  }),
  form('azure-key', 'AzSe', '[A-Za-z0-9]{6}', { unit: word, least: 40, most: 48 }),
];

function form(kind: string, literal: string, rest: string, left: Left): VendorForm {
  return { kind, literal, rest, left };
}

function formsOf(rows: readonly Row[], how: Partial<VendorForm>): readonly VendorForm[] {
  return rows.flatMap(([kind, literals, rest]) =>
    literals.split(' ').map((literal) => ({ kind, literal, rest, ...how })),
  );
}

export const vendorForms: readonly VendorForm[] = [
  ...formsOf(distinct, {}).map((each) =>
    each.literal === '.atlasv1.' ? { ...each, left: { unit: word, least: 10, most: 20 } } : each,
  ),
  ...formsOf(apart, { isApart: true }),
  ...formsOf(drawn, { isApart: true, isDrawn: true }),
  ...inner,
];
