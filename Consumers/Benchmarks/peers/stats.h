// Shared helpers: monotonic clock, percentiles, JSON line output.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>
static inline double now_us(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1e6+t.tv_nsec/1e3;}
static int cmpd(const void*a,const void*b){double x=*(double*)a,y=*(double*)b;return x<y?-1:x>y;}
static inline double pct(double*s,long n,double p){if(!n)return 0;long i=(long)(p*(n-1)+0.5);return s[i];}
// prints one JSON line. lat (us) is sorted in place.
static inline void report(FILE*f,const char*tag,const char*op,long n,double*lat,long k,double wall_us,long errors){
  double sum=0;for(long i=0;i<k;i++)sum+=lat[i];
  qsort(lat,k,sizeof(double),cmpd);
  fprintf(f,"{\"tag\":\"%s\",\"op\":\"%s\",\"n\":%ld,\"count\":%ld,\"errors\":%ld,\"p50_us\":%.1f,\"p90_us\":%.1f,\"p99_us\":%.1f,\"max_us\":%.1f,\"mean_us\":%.1f,\"ops_s\":%.1f,\"wall_s\":%.3f}\n",
    tag,op,n,k,errors,pct(lat,k,.5),pct(lat,k,.9),pct(lat,k,.99),k?lat[k-1]:0,k?sum/k:0,wall_us>0?k*1e6/wall_us:0,wall_us/1e6);
  fflush(f);
}
