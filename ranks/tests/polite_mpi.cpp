// MPICH polls while it waits, and so takes the processor from the rank that it waits for, where there are more ranks than processors.
// Between it and the tests: each call that waits gives the processor away meanwhile.
// SPDX-License-Identifier: MIT
#include <mpi.h>

#include <thread>

namespace {

int waited_for(int begun, MPI_Request* request) {
    int is_done = 0;
    while (begun == MPI_SUCCESS && is_done == 0) {
        begun = PMPI_Test(request, &is_done, MPI_STATUS_IGNORE);
        std::this_thread::yield();
    }
    return begun;
}

} // namespace

extern "C" {
int MPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op how, MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Iallreduce(from, into, count, type, how, among, &request), &request);
}
int MPI_Exscan(const void* from, void* into, int count, MPI_Datatype type, MPI_Op how, MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Iexscan(from, into, count, type, how, among, &request), &request);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Ibcast(data, count, type, root, among, &request), &request);
}
int MPI_Barrier(MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Ibarrier(among, &request), &request);
}
int MPI_Alltoall(const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type,
                 MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Ialltoall(from, count, type, into, into_count, into_type, among, &request), &request);
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type,
                  MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Iallgather(from, count, type, into, into_count, into_type, among, &request), &request);
}
int MPI_Allgatherv(const void* from, int count, MPI_Datatype type, void* into, const int* counts, const int* begins,
                   MPI_Datatype into_type, MPI_Comm among) {
    MPI_Request request = MPI_REQUEST_NULL;
    return waited_for(PMPI_Iallgatherv(from, count, type, into, counts, begins, into_type, among, &request), &request);
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status*) {
    int is_done = 0;
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && is_done == 0) {
        code = PMPI_Testall(count, requests, &is_done, MPI_STATUSES_IGNORE);
        std::this_thread::yield();
    }
    return code;
}
}
