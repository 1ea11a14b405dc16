// keeps the rules
import type * as m0 from '../src/core/contracts/sound';
import * as m1 from 'preact';
import * as m2 from '@preact/signals';
import * as m3 from 'markdown-it';
import * as m4 from 'dompurify';
export type Used = [typeof m0, typeof m1, typeof m2, typeof m3, typeof m4];
