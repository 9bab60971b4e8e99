// ss_bench: time a freedesktop Secret Service over raw D-Bus (sd-bus, "plain" session).
// SPDX-License-Identifier: Apache-2.0
// build: cc -O2 ss_bench.c -o ss_bench $(pkg-config --cflags --libs libsystemd)
// usage: ss_bench --address unix:path=... [--collection /org/freedesktop/secrets/aliases/default] --tag NAME
//        --op store|lookup|update|setsecret|delete|list|listall|search|ping|opensession|unlock|password
//        (password gives one to a keyring that has none, so that it is encrypted)
//        --n N (items there are / will be) --start S --count K [--clients C] [--time-limit SEC] [--buckets]
// item i: label "Bench item i", attributes {xdg:schema, service=svc-<i>.example.org, account=user<i>}, secret 32 bytes.
#include <systemd/sd-bus.h>
#include <unistd.h>
#include <sys/wait.h>
#include <sys/mman.h>
#include <errno.h>
#include "stats.h"
#define SVC "org.freedesktop.secrets"
#define ROOT "/org/freedesktop/secrets"
#define SCHEMA "org.peers.Bench"
static const char*svcname=SVC,*coll="/org/freedesktop/secrets/aliases/default",*tag="?",*address=NULL;
static char session[256];
static long N=100,start=0,count=-1;static int clients=1;static double tlimit=1e9;static int buckets=0;static int verify=1;
static void die(const char*w,int r,sd_bus_error*e){fprintf(stderr,"%s: %s %s\n",w,strerror(-r),e&&e->message?e->message:"");exit(1);}
static sd_bus*conn(void){sd_bus*b;int r;
  if((r=sd_bus_new(&b))<0)die("new",r,0);
  if((r=sd_bus_set_address(b,address))<0)die("addr",r,0);
  sd_bus_set_bus_client(b,1);
  sd_bus_set_method_call_timeout(b,(uint64_t)300*1000000);
  if((r=sd_bus_start(b))<0)die("start",r,0);
  return b;}
static void opensession(sd_bus*b){sd_bus_error e=SD_BUS_ERROR_NULL;sd_bus_message*m=0;const char*p;int r;
  r=sd_bus_call_method(b,svcname,ROOT,"org.freedesktop.Secret.Service","OpenSession",&e,&m,"sv","plain","s","");
  if(r<0)die("OpenSession",r,&e);
  if((r=sd_bus_message_read(m,"vo","s",NULL,&p))<0){sd_bus_message_rewind(m,1);sd_bus_message_skip(m,"v");r=sd_bus_message_read(m,"o",&p);if(r<0)die("OpenSession reply",r,0);}
  snprintf(session,sizeof session,"%s",p);sd_bus_message_unref(m);}
static void mksecret(long i,char*s){snprintf(s,64,"s3cr3t-%08ld-abcdefghijklmnop",i);}
static void attrs(sd_bus_message*m,long i){char a[64],b[64];snprintf(a,64,"svc-%ld.example.org",i);snprintf(b,64,"user%ld",i);
  sd_bus_message_append(m,"a{ss}",3,"xdg:schema",SCHEMA,"service",a,"account",b);}
// drive a Prompt object: subscribe Completed, call Prompt(""), wait. returns 0 done, -ECANCELED dismissed
static int prompt_done;static int on_completed(sd_bus_message*m,void*u,sd_bus_error*e){int d=1;sd_bus_message_read(m,"b",&d);prompt_done=d?-ECANCELED:1;return 0;}
static int do_prompt(sd_bus*b,const char*pr){sd_bus_slot*s=0;sd_bus_error e=SD_BUS_ERROR_NULL;sd_bus_message*rep=0;char path[256];snprintf(path,256,"%s",pr);prompt_done=0;
  int r=sd_bus_match_signal(b,&s,NULL,path,"org.freedesktop.Secret.Prompt","Completed",on_completed,NULL);if(r<0)return r;
  r=sd_bus_call_method(b,svcname,path,"org.freedesktop.Secret.Prompt","Prompt",&e,&rep,"s","");if(r<0){fprintf(stderr,"Prompt: %s\n",e.message);sd_bus_error_free(&e);return r;}
  double t=now_us();while(!prompt_done&&now_us()-t<20e6){while(!prompt_done&&sd_bus_process(b,NULL)>0);if(!prompt_done)sd_bus_wait(b,1000000);}
  sd_bus_slot_unref(s);sd_bus_message_unref(rep);return prompt_done==1?0:prompt_done?prompt_done:-ETIMEDOUT;}
static int do_store(sd_bus*b,long i,int gen){sd_bus_message*m=0,*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;int r;char lab[64],sec[80];
  snprintf(lab,64,"Bench item %ld",i);mksecret(i+gen*100000000L,sec);
  r=sd_bus_message_new_method_call(b,&m,svcname,coll,"org.freedesktop.Secret.Collection","CreateItem");if(r<0)return r;
  sd_bus_message_open_container(m,'a',"{sv}");
  sd_bus_message_append(m,"{sv}","org.freedesktop.Secret.Item.Label","s",lab);
  sd_bus_message_open_container(m,'e',"sv");sd_bus_message_append(m,"s","org.freedesktop.Secret.Item.Attributes");
  sd_bus_message_open_container(m,'v',"a{ss}");attrs(m,i);sd_bus_message_close_container(m);sd_bus_message_close_container(m);
  sd_bus_message_close_container(m);
  sd_bus_message_open_container(m,'r',"oayays");sd_bus_message_append(m,"o",session);
  sd_bus_message_append_array(m,'y',"",0);sd_bus_message_append_array(m,'y',sec,strlen(sec));sd_bus_message_append(m,"s","text/plain");
  sd_bus_message_close_container(m);sd_bus_message_append(m,"b",1);
  r=sd_bus_call(b,m,0,&e,&rep);
  if(r>=0){const char*it,*pr;r=sd_bus_message_read(rep,"oo",&it,&pr);if(r>=0&&strcmp(pr,"/"))r=do_prompt(b,pr);}
  else fprintf(stderr,"CreateItem: %s\n",e.message);
  sd_bus_error_free(&e);sd_bus_message_unref(m);sd_bus_message_unref(rep);return r;}
// SearchItems for item i -> first path; returns count
static int do_search(sd_bus*b,long i,char*path){sd_bus_message*m=0,*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;int r,c=0;const char*p;char a[64],u[64];
  snprintf(a,64,"svc-%ld.example.org",i);snprintf(u,64,"user%ld",i);
  r=sd_bus_message_new_method_call(b,&m,svcname,ROOT,"org.freedesktop.Secret.Service","SearchItems");if(r<0)return r;
  if(i>=0)sd_bus_message_append(m,"a{ss}",2,"service",a,"account",u);else sd_bus_message_append(m,"a{ss}",1,"xdg:schema",SCHEMA);
  r=sd_bus_call(b,m,0,&e,&rep);
  if(r>=0){sd_bus_message_enter_container(rep,'a',"o");while(sd_bus_message_read(rep,"o",&p)>0){if(!c&&path)snprintf(path,256,"%s",p);c++;}}
  else fprintf(stderr,"SearchItems: %s\n",e.message);
  sd_bus_error_free(&e);sd_bus_message_unref(m);sd_bus_message_unref(rep);return r<0?r:c;}
static int do_getsecrets(sd_bus*b,const char*path,long i){sd_bus_message*m=0,*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;int r;
  r=sd_bus_message_new_method_call(b,&m,svcname,ROOT,"org.freedesktop.Secret.Service","GetSecrets");if(r<0)return r;
  sd_bus_message_append(m,"aoo",1,path,session);
  r=sd_bus_call(b,m,0,&e,&rep);
  if(r>=0){const void*v;size_t l=0;int got=0;char want[80];mksecret(i,want);
    sd_bus_message_enter_container(rep,'a',"{o(oayays)}");
    while(sd_bus_message_enter_container(rep,'e',"o(oayays)")>0){const char*o,*s;sd_bus_message_read(rep,"o",&o);sd_bus_message_enter_container(rep,'r',"oayays");
      sd_bus_message_read(rep,"o",&s);sd_bus_message_skip(rep,"ay");sd_bus_message_read_array(rep,'y',&v,&l);got=1;
      if(verify&&(l!=strlen(want)||memcmp(v,want,l))){fprintf(stderr,"secret mismatch item %ld: %.*s\n",i,(int)l,(char*)v);r=-EBADMSG;}
      break;}
    if(!got)r=-ENOENT;}
  else fprintf(stderr,"GetSecrets: %s\n",e.message);
  sd_bus_error_free(&e);sd_bus_message_unref(m);sd_bus_message_unref(rep);return r;}
static int do_lookup(sd_bus*b,long i){char p[256];int r=do_search(b,i,p);if(r<=0){fprintf(stderr,"no item %ld (%d)\n",i,r);return -ENOENT;}return do_getsecrets(b,p,i);}
static int do_delete(sd_bus*b,long i){char p[256];int r=do_search(b,i,p);if(r<=0)return -ENOENT;sd_bus_message*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;
  r=sd_bus_call_method(b,svcname,p,"org.freedesktop.Secret.Item","Delete",&e,&rep,"");if(r>=0){const char*pr;if(sd_bus_message_read(rep,"o",&pr)>=0&&strcmp(pr,"/"))r=do_prompt(b,pr);}else fprintf(stderr,"Delete: %s\n",e.message);sd_bus_error_free(&e);sd_bus_message_unref(rep);return r;}
static int do_setsecret(sd_bus*b,long i){char p[256],sec[80];int r=do_search(b,i,p);if(r<=0)return -ENOENT;sd_bus_message*m=0,*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;
  mksecret(i,sec);
  r=sd_bus_message_new_method_call(b,&m,svcname,p,"org.freedesktop.Secret.Item","SetSecret");
  sd_bus_message_open_container(m,'r',"oayays");sd_bus_message_append(m,"o",session);sd_bus_message_append_array(m,'y',"",0);sd_bus_message_append_array(m,'y',sec,strlen(sec));sd_bus_message_append(m,"s","text/plain");sd_bus_message_close_container(m);
  r=sd_bus_call(b,m,0,&e,&rep);if(r<0)fprintf(stderr,"SetSecret: %s\n",e.message);sd_bus_error_free(&e);sd_bus_message_unref(m);sd_bus_message_unref(rep);return r;}
static int do_getattrs(sd_bus*b,const char*p){sd_bus_message*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;
  int r=sd_bus_call_method(b,svcname,p,"org.freedesktop.DBus.Properties","Get",&e,&rep,"ss","org.freedesktop.Secret.Item","Attributes");
  if(r<0)fprintf(stderr,"Get Attributes: %s\n",e.message);sd_bus_error_free(&e);sd_bus_message_unref(rep);return r;}
static int do_list(sd_bus*b,double*first_us,long*nitems,double deadline){ // search by schema, then Attributes of each
  sd_bus_message*m=0,*rep=0;sd_bus_error e=SD_BUS_ERROR_NULL;int r;const char*p;double t0=now_us();
  r=sd_bus_message_new_method_call(b,&m,svcname,ROOT,"org.freedesktop.Secret.Service","SearchItems");
  sd_bus_message_append(m,"a{ss}",1,"xdg:schema",SCHEMA);r=sd_bus_call(b,m,0,&e,&rep);if(r<0){fprintf(stderr,"SearchItems: %s\n",e.message);return r;}
  *first_us=now_us()-t0;long c=0;sd_bus_message_enter_container(rep,'a',"o");
  while(sd_bus_message_read(rep,"o",&p)>0){if((r=do_getattrs(b,p))<0)return r;c++;if(now_us()>deadline)break;}
  *nitems=c;sd_bus_message_unref(m);sd_bus_message_unref(rep);return 0;}
static int do_unlock(sd_bus*b){sd_bus_error e=SD_BUS_ERROR_NULL;int r=sd_bus_call_method(b,svcname,ROOT,"org.freedesktop.Secret.Service","Unlock",&e,NULL,"ao",1,coll);
  if(r<0)fprintf(stderr,"Unlock: %s\n",e.message);sd_bus_error_free(&e);return r;}
static int do_password(sd_bus*b){sd_bus_message*m=0;sd_bus_error e=SD_BUS_ERROR_NULL;const char*words[]={"","benchmark"};
  int r=sd_bus_message_new_method_call(b,&m,svcname,ROOT,"org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface","ChangeWithMasterPassword");if(r<0)return r;
  sd_bus_message_append(m,"o",coll);
  for(int i=0;i<2;i++){sd_bus_message_open_container(m,'r',"oayays");sd_bus_message_append(m,"o",session);sd_bus_message_append_array(m,'y',"",0);
    sd_bus_message_append_array(m,'y',words[i],strlen(words[i]));sd_bus_message_append(m,"s","text/plain");sd_bus_message_close_container(m);}
  r=sd_bus_call(b,m,0,&e,NULL);if(r<0)fprintf(stderr,"ChangeWithMasterPassword: %s\n",e.message);sd_bus_error_free(&e);sd_bus_message_unref(m);return r;}
static uint64_t rs=88172645463325252ULL;static uint64_t rnd(void){rs^=rs<<13;rs^=rs>>7;rs^=rs<<17;return rs;}
int main(int argc,char**argv){const char*op="lookup";
  for(int i=1;i<argc;i++){char*a=argv[i];char*v=i+1<argc?argv[i+1]:"";
    if(!strcmp(a,"--address"))address=v,i++;else if(!strcmp(a,"--collection"))coll=v,i++;else if(!strcmp(a,"--service"))svcname=v,i++;
    else if(!strcmp(a,"--tag"))tag=v,i++;else if(!strcmp(a,"--op"))op=v,i++;else if(!strcmp(a,"--n"))N=atol(v),i++;else if(!strcmp(a,"--start"))start=atol(v),i++;
    else if(!strcmp(a,"--count"))count=atol(v),i++;else if(!strcmp(a,"--clients"))clients=atoi(v),i++;else if(!strcmp(a,"--time-limit"))tlimit=atof(v),i++;
    else if(!strcmp(a,"--buckets"))buckets=1;else if(!strcmp(a,"--no-verify"))verify=0;else{fprintf(stderr,"bad arg %s\n",a);return 2;}}
  if(!address)address=getenv("DBUS_SESSION_BUS_ADDRESS");
  if(count<0)count=N;
  double*shared=mmap(0,sizeof(double)*(size_t)(clients*(count+8)),PROT_READ|PROT_WRITE,MAP_SHARED|MAP_ANONYMOUS,-1,0);
  long*done=mmap(0,4096*4,PROT_READ|PROT_WRITE,MAP_SHARED|MAP_ANONYMOUS,-1,0);long*errs=done+512;
  double t0=now_us();
  for(int c=0;c<clients;c++){
    if(clients>1){pid_t p=fork();if(p)continue;}
    rs+=c*7919;for(int z=0;z<10;z++)rnd();
    sd_bus*b=conn();
    double*lat=shared+(size_t)c*(count+8);long k=0,er=0;double begin=now_us();
    if(!strcmp(op,"opensession")){for(long j=0;j<count;j++){double a=now_us();opensession(b);lat[k++]=now_us()-a;if(now_us()-begin>tlimit*1e6)break;}}
    else{ opensession(b);
    if(!strcmp(op,"list")){for(long j=0;j<count;j++){double f;long ni=0;double a=now_us();if(do_list(b,&f,&ni,a+tlimit*1e6)<0)er++;double d=now_us()-a;lat[k++]=d;
        fprintf(stderr,"{\"tag\":\"%s\",\"op\":\"list-detail\",\"n\":%ld,\"items\":%ld,\"search_us\":%.0f,\"total_us\":%.0f}\n",tag,N,ni,f,d);if(now_us()-begin>tlimit*1e6)break;}}
    else for(long j=0;j<count;j++){long i=(!strcmp(op,"store")||!strcmp(op,"delete"))?start+j+(long)c*count:(long)(rnd()%N);int r=0;char p[256];
      double a=now_us();
      if(!strcmp(op,"store"))r=do_store(b,i,0);else if(!strcmp(op,"lookup"))r=do_lookup(b,i);else if(!strcmp(op,"update"))r=do_store(b,i,0);
      else if(!strcmp(op,"setsecret"))r=do_setsecret(b,i);else if(!strcmp(op,"delete"))r=do_delete(b,i);else if(!strcmp(op,"search"))r=do_search(b,i,p)>0?0:-1;
      else if(!strcmp(op,"unlock"))r=do_unlock(b);
      else if(!strcmp(op,"password"))r=do_password(b);
      else if(!strcmp(op,"searchall"))r=do_search(b,-1,p);
      else if(!strcmp(op,"ping")){sd_bus_message*rep=0;r=sd_bus_call_method(b,svcname,ROOT,"org.freedesktop.DBus.Peer","Ping",NULL,&rep,"");sd_bus_message_unref(rep);}
      else{fprintf(stderr,"bad op\n");return 2;}
      lat[k++]=now_us()-a;if(r<0){er++;if(er>20)break;}
      if(now_us()-begin>tlimit*1e6)break;}}
    done[c]=k;errs[c]=er;
    if(clients>1)_exit(er?1:0);
    sd_bus_unref(b);
  }
  if(clients>1)while(wait(NULL)>0);
  double wall=now_us()-t0;long k=0,er=0;
  if(buckets&&clients==1){long K=done[0];long step=K>=20000?K/20:K>=1000?K/10:K>=100?K/5:K;if(step<1)step=1;
    for(long s=0;s<K;s+=step){long m=K-s<step?K-s:step;if(m<step/2)break;double*t=malloc(m*sizeof(double));memcpy(t,shared+s,m*sizeof(double));double w=0;for(long q=0;q<m;q++)w+=t[q];char o[64];snprintf(o,64,"%s@%ld",op,start+s+m);report(stdout,tag,o,start+s+m,t,m,w,0);free(t);}}
  double*all=malloc(sizeof(double)*(size_t)(clients*(count+8)));
  for(int c=0;c<clients;c++){memcpy(all+k,shared+(size_t)c*(count+8),done[c]*sizeof(double));k+=done[c];er+=errs[c];}
  char o[64];snprintf(o,64,clients>1?"%s-x%d":"%s",op,clients);
  report(stdout,tag,o,N,all,k,wall,er);return er?1:0;}
