export interface Budget {
  readonly name: string;
  readonly ratio: number;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  readonly isWish?: boolean;
}

export declare function isPassed(budgets: readonly Budget[]): boolean;
export declare function budgetRow(budget: Budget, last?: Budget): readonly string[];
