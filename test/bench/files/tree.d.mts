export declare const counts: {
  readonly files: number;
  readonly json: number;
  readonly needles: number;
};
export declare const needle: string;
export declare const common: string;
